import { type Automaton, buildAutomaton, languageOf, step, TooLarge } from './automaton.js';
import { ByteSet } from './byte-set.js';
import { describeLanguage, type Language } from './language.js';
import type { LexFile, LexRule } from './lex-file.js';
import { grammarError } from './place.js';
import { choice, type Regex, repeat, sequence } from './regex.js';
import { type Returns, returnsOf } from './returns.js';

/** A token as the scanner makes it. */
interface ScannedToken {
  readonly language: Language;
  /** Bytes that, right behind the token, could make it a longer one. */
  readonly follow: ByteSet;
}

/** What a lex file says about tokens. */
interface Lexer {
  /** By name, or `'c'` for a character. Undefined when no rule returns it. */
  token(name: string): ScannedToken | undefined;
  /** What may stand between two tokens and means nothing, if the scanner skips a blank or an end of line. */
  readonly separator: Uint8Array | undefined;
}

interface Active {
  readonly rules: readonly LexRule[];
  readonly returns: readonly Returns[];
  readonly automaton: Automaton;
}

/** Blanks that may stand between tokens, the one preferred first. */
const blanks = [32, 10, 9];
/** An action that complains does not skip. */
const complaint =
  /err|exit|abort|fatal|invalid|unknown|unexpect|illegal|bad|warn|BEGIN|ECHO|unput|REJECT|throw|yymore/i;

/** `tokens`: their names, by how actions call them. */
export function makeLexer(file: LexFile, tokens: ReadonlyMap<string, string>): Lexer {
  const rules = withSharedActions(file.rules);
  const active = (condition: string): Active => {
    const chosen = rules.filter((rule) => isActive(rule, condition, file.inclusive.includes(condition)));
    return {
      rules: chosen,
      returns: chosen.map(({ action }) => returnsOf(action, tokens, file.body)),
      automaton: build(chosen),
    };
  };
  const initial = active('INITIAL');
  const others = [...file.inclusive, ...file.exclusive].filter((condition) => condition !== 'INITIAL');
  const known = new Map<string, ScannedToken | undefined>();
  return {
    token(name) {
      if (!known.has(name)) {
        let token = name.startsWith("'") ? character(initial, name) : named(initial, name);
        for (const condition of others) token ??= conditioned(initial, condition, rules, file, tokens, name);
        known.set(name, token);
      }
      return known.get(name);
    },
    separator: separatorOf(initial),
  };
}

/** An action of `|` is the next rule's. */
function withSharedActions(rules: readonly LexRule[]): LexRule[] {
  const shared = [...rules];
  for (let i = shared.length - 2; i >= 0; i--) {
    if (shared[i].action === '|') shared[i] = { ...shared[i], action: shared[i + 1].action };
  }
  return shared;
}

function isActive({ conditions }: LexRule, condition: string, isInclusive: boolean): boolean {
  return conditions.length === 0 ? isInclusive : conditions.includes(condition) || conditions.includes('*');
}

function build(rules: readonly LexRule[]): Automaton {
  try {
    return buildAutomaton(rules.map(({ pattern }) => pattern));
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    throw grammarError(
      rules[0].place,
      'The patterns of this file need too large an automaton: use smaller repetitions.',
    );
  }
}

function named({ returns, automaton }: Active, name: string): ScannedToken | undefined {
  const labels = new Set<number>();
  returns.forEach(({ tokens }, label) => {
    if (tokens.has(name)) labels.add(label);
  });
  const language = describeLanguage(languageOf(automaton, labels));
  // Another rule may always come first: then no text is this token.
  if (language.automaton.accept.length === 0) return undefined;
  return { language, follow: followOf(automaton, (state) => labels.has(automaton.accept[state])) };
}

/** `'c'`: what the scanner returns for the character itself. */
function character({ returns, automaton }: Active, name: string): ScannedToken | undefined {
  const byte = name.charCodeAt(1);
  const labels = new Set<number>();
  returns.forEach(({ tokens }, label) => {
    if (tokens.has(name)) labels.add(label);
  });
  // Words that stand for a character: `mod return '%'`.
  const words = labels.size > 0 ? describeLanguage(languageOf(automaton, labels)) : undefined;
  const state = step(automaton, 0, byte);
  const label = state >= 0 ? automaton.accept[state] : -1;
  const isItself = label >= 0 && (returns[label].itself || (returns[label].unknown && !labels.size));
  if (isItself) return { language: only(byte), follow: followOf(automaton, (one) => one === state) };
  if (!words || words.automaton.accept.length === 0) return undefined;
  return { language: words, follow: followOf(automaton, (one) => labels.has(automaton.accept[one])) };
}

function only(byte: number): Language {
  const pattern: Regex = { kind: 'set', set: ByteSet.of(byte) };
  return describeLanguage(languageOf(buildAutomaton([pattern]), new Set([0])));
}

function followOf({ accept, next, classes, classOf }: Automaton, isEnd: (state: number) => boolean): ByteSet {
  const bytes: number[] = [];
  for (let byte = 0; byte < 256; byte++) {
    for (let state = 0; state < accept.length; state++) {
      if (next[state * classes + classOf[byte]] < 0 || !isEnd(state)) continue;
      bytes.push(byte);
      break;
    }
  }
  return ByteSet.of(...bytes);
}

/**
 * A token that is made in a start condition: with what enters the condition without being a token itself
 * (an opening quote), what is collected there, and what leaves it.
 */
function conditioned(
  initial: Active,
  condition: string,
  rules: readonly LexRule[],
  file: LexFile,
  tokens: ReadonlyMap<string, string>,
  name: string,
): ScannedToken | undefined {
  const inside = rules.filter((rule) => isActive(rule, condition, file.inclusive.includes(condition)));
  const returns = inside.map(({ action }) => returnsOf(action, tokens, file.body));
  const own = inside.filter((_, i) => returns[i].tokens.has(name));
  if (own.length === 0) return undefined;
  const silent = inside.filter((_, i) => returns[i].isSilent);
  const patterns = (list: readonly LexRule[]): Regex[] => list.map(({ pattern }) => pattern);
  const enters = (rule: LexRule, target: string) => beginOf(rule.action) === target;
  const entering = initial.rules.filter((rule, i) => initial.returns[i].isSilent && enters(rule, condition));
  const collected = silent.filter(({ action }) => beginOf(action) === undefined && !complaint.test(action));
  const leaving = silent.filter((rule) => enters(rule, 'INITIAL'));
  const isEntered = entering.length > 0;
  const staysInside = own.every((rule) => !enters(rule, 'INITIAL'));
  const middle = isEntered && collected.length > 0 ? [repeat(choice(patterns(collected)), 0, Infinity)] : [];
  const pattern = sequence([
    ...(isEntered ? [choice(patterns(entering))] : []),
    ...middle,
    choice(patterns(own)),
    ...(isEntered && staysInside && leaving.length > 0 ? [...middle, choice(patterns(leaving))] : []),
  ]);
  try {
    const automaton = languageOf(buildAutomaton([pattern]), new Set([0]));
    return { language: describeLanguage(automaton), follow: new ByteSet() };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    throw grammarError(
      own[0].place,
      `The patterns around ${name} need too large an automaton: use smaller repetitions.`,
    );
  }
}

/** Which start condition an action switches to. */
function beginOf(action: string): string | undefined {
  const target = /\b(?:BEGIN|yy_push_state)\s*\(?\s*(\w+)/.exec(action)?.[1];
  if (target === '0') return 'INITIAL';
  return target ?? (/\byy_pop_state\b/.test(action) ? 'INITIAL' : undefined);
}

function separatorOf({ rules, returns, automaton }: Active): Uint8Array | undefined {
  for (const blank of blanks) {
    const state = step(automaton, 0, blank);
    const label = state >= 0 ? automaton.accept[state] : -1;
    if (label >= 0 && returns[label].isSilent && !complaint.test(rules[label].action)) return Uint8Array.of(blank);
  }
  return undefined;
}
