import { cpp } from '@codemirror/lang-cpp';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { useEffect, useRef } from 'preact/hooks';
import { nonce } from '../data.js';

/** Something that is said below a line. */
export interface LineNote {
  readonly line: number;
  readonly text: string;
  readonly href?: string;
  readonly kind: 'bad' | 'info';
}

/** What stands beside a line: a sign, and what it means. */
export interface LineSign {
  readonly line: number;
  readonly state: 'covered' | 'never' | 'failing';
  readonly branches: string;
  readonly title: string;
}

interface Props {
  readonly text: string;
  readonly label: string;
  readonly line: number | undefined;
  readonly signs: readonly LineSign[];
  readonly notes: readonly LineNote[];
  readonly onLine?: (line: number) => void;
  /** Lines that are joined by arrows, in order. */
  readonly flow?: readonly number[];
}

const signs: Readonly<Record<LineSign['state'], string>> = { covered: '✓', never: '✗', failing: '!' };

class Sign extends GutterMarker {
  constructor(readonly sign: LineSign) {
    super();
  }

  override toDOM(): Node {
    const { state, branches, title } = this.sign;
    const element = document.createElement('span');
    element.className = `sign ${state}`;
    element.title = title;
    element.textContent = `${signs[state]}${branches && ` ${branches}`}`;
    return element;
  }
}

class Note extends WidgetType {
  constructor(readonly note: LineNote) {
    super();
  }

  override eq({ note }: Note): boolean {
    return note === this.note;
  }

  override toDOM(): HTMLElement {
    const { text, href, kind } = this.note;
    const element = document.createElement('div');
    element.className = `line-note ${kind}`;
    const said = document.createElement(href ? 'a' : 'span');
    said.textContent = text;
    if (href) said.setAttribute('href', href);
    element.append(said);
    return element;
  }
}

/** A source as an editor shows it: read only, with signs beside its lines and notes below them. */
export function Code({ text, label, line, signs: marks, notes, onLine, flow = [] }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const listener = useRef(onLine);
  listener.current = onLine;
  useEffect(() => {
    const state = EditorState.create({ doc: text, extensions: extensions(label, (at) => listener.current?.(at)) });
    const made = new EditorView({ state, parent: place.current! });
    view.current = made;
    return () => made.destroy();
  }, [text, label]);
  useEffect(() => {
    view.current?.dispatch({ effects: setMarks.of({ marks, notes, flow }) });
  }, [text, marks, notes, flow]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || line === undefined || line > editor.state.doc.lines) return;
    const { from } = editor.state.doc.line(line);
    editor.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
  }, [line, text]);
  return <div class="code" ref={place} />;
}

interface Marks {
  readonly marks: readonly LineSign[];
  readonly notes: readonly LineNote[];
  readonly flow: readonly number[];
}

const setMarks = StateEffect.define<Marks>();

const gutterField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, { effects, state }) {
    for (const effect of effects) {
      if (!effect.is(setMarks)) continue;
      const { doc } = state;
      const known = effect.value.marks.filter(({ line }) => line >= 1 && line <= doc.lines);
      value = RangeSet.of(
        known.map((sign) => new Sign(sign).range(doc.line(sign.line).from)),
        true,
      );
    }
    return value;
  },
});

const decorationField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { effects, state }) {
    for (const effect of effects) {
      if (!effect.is(setMarks)) continue;
      const { doc } = state;
      const has = ({ line }: { readonly line: number }) => line >= 1 && line <= doc.lines;
      const { marks, notes, flow } = effect.value;
      value = Decoration.set(
        [
          ...marks
            .filter(has)
            .map(({ line, state: is }) => Decoration.line({ class: `line-${is}` }).range(doc.line(line).from)),
          ...flow
            .filter((line) => has({ line }))
            .map((line) => Decoration.line({ class: 'line-flow' }).range(doc.line(line).from)),
          ...notes
            .filter(has)
            .map((note) =>
              Decoration.widget({ widget: new Note(note), block: true, side: 1 }).range(doc.line(note.line).to),
            ),
        ],
        true,
      );
    }
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function extensions(label: string, onLine: (line: number) => void) {
  return [
    EditorView.cspNonce.of(nonce),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', inputmode: 'none' }),
    lineNumbers(),
    gutter({ class: 'signs', markers: (view) => view.state.field(gutterField) }),
    gutterField,
    decorationField,
    drawSelection(),
    highlightActiveLine(),
    cpp(),
    syntaxHighlighting(classHighlighter),
    keymap.of([]),
    EditorView.updateListener.of(({ selectionSet, state }) => {
      if (selectionSet) onLine(state.doc.lineAt(state.selection.main.head).number);
    }),
  ];
}
