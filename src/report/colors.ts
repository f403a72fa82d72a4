/** Text styles; all plain when colours are off. */
export interface Colors {
  bold(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  dim(text: string): string;
}

const codes = { bold: [1, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], dim: [2, 22] } as const;

/** NO_COLOR wins over everything, FORCE_COLOR over what the stream says of itself. */
export function colorsFor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): Colors {
  const isOn = !env.NO_COLOR && (env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : stream.isTTY === true);
  const style =
    (name: keyof Colors) =>
    (text: string): string =>
      isOn ? `\u001b[${codes[name][0]}m${text}\u001b[${codes[name][1]}m` : text;
  return { bold: style('bold'), red: style('red'), green: style('green'), yellow: style('yellow'), dim: style('dim') };
}
