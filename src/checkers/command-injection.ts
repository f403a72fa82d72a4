import { Op } from '../expr/ops.js';
import type { Checker } from './types.js';

export const commandInjection: Checker = {
  id: 'command-injection',
  title: 'Command taken from input',
  help: 'Input text reaches a shell with characters that can start another command, or input names the program to run.',
  cwe: 78,
  kind: 'own',
  native: { unseen: 'a command that comes from input is no error for sanitizers' },
  severity: 'error',
  byDefault: true,
  gap: 'Calls through function pointers are not checked.',
  example:
    '#include <stdio.h>\n#include <stdlib.h>\nvoid f(char *s) { char c[32]; snprintf(c, 32, "ls %s", s); system(c); }',
  call: {
    fails({ fn, args, memory }) {
      const { command } = fn;
      if (!command || args[command.at] === 0 || memory.isConstant(args[command.at])) return undefined;
      const text = memory.string(args[command.at]);
      const wanted = command.isShell ? separators : pathCharacters;
      for (let i = 0; i < text.length; i++) {
        if (!wanted.includes(text[i]) || !memory.isInput(args[command.at] + i, 1)) continue;
        const shown = JSON.stringify(text[i]);
        return command.isShell
          ? `${fn.name} hands a shell ${shown} that comes from input`
          : `${fn.name} runs a program whose name, with ${shown} in it, comes from input`;
      }
      return undefined;
    },
    questions(call) {
      const { fn, args, builder } = call;
      if (!fn.command || args[fn.command.at] === 0) return [];
      const { store } = builder;
      const wanted = [...(fn.command.isShell ? separators : pathCharacters)];
      const condition = call.someByte(args[fn.command.at], (byte) =>
        wanted
          .map((character) => builder.binary(Op.Eq, byte, store.constant(8, character.charCodeAt(0))))
          .reduce((left, right) => builder.binary(Op.Or, left, right)),
      );
      if (store.isConst(condition)) return [];
      return [{ condition, failed: call.holds(condition), near: 0, isAboutString: true }];
    },
  },
};

/** What ends a command or begins another inside one. */
const separators = ';|&`$\n<>()';
const pathCharacters = '/';
