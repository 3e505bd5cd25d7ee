/** CSV (RFC 4180) with a byte order mark, because spreadsheets otherwise guess the encoding. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}

/**
 * Formula characters that spreadsheets execute, including full-width forms; a leading apostrophe makes the cell text.
 * With a semicolon or tab as list separator, cells begin after these too, and lose a quote at their beginning.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/g

function cellText(value: string | number | null): string {
  if (value === null) return ''
  const text = typeof value === 'string' && !isNumber(value) ? value.replace(FORMULA, "'") : String(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function isNumber(text: string): boolean {
  return /^[+-]?\d+(\.\d+)?$/.test(text)
}
