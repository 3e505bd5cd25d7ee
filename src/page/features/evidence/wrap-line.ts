/** Wraps a line: between facts, and between words where a single fact is too wide. */
export function wrapLine(line: string, fits: (text: string) => boolean): string[] {
  return fill(line, ' · ', fits).flatMap((text) => (fits(text) ? [text] : fill(text, ' ', fits)))
}

function fill(line: string, between: string, fits: (text: string) => boolean): string[] {
  const [first = '', ...rest] = line.split(between)
  const lines = [first]
  for (const part of rest) {
    const longer = `${lines.at(-1)}${between}${part}`
    if (fits(longer)) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines
}
