/** Lines of one function's text, from `define` to the closing brace. */
export type FunctionLines = string[];
export type FunctionRewrite = (lines: FunctionLines) => FunctionLines;
