/** Gives a static function a name that the linker can export. */
export function exposeFunction(text: string, name: string): string {
  const quoted = name.replaceAll('$', '\\$');
  return text.replace(new RegExp(`^define internal (.* @${quoted}\\()`, 'm'), 'define hidden $1');
}

/** C to append to a source, behind all lines of the user's, so that clang keeps a static function nobody calls. */
export function keepFunctionSource(name: string): string {
  return `\n__attribute__((used, no_sanitize("address"))) static __typeof__(&${name}) nearmiss_keep_${name} = &${name};\n`;
}
