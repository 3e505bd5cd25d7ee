/** Rows as comma-separated values (RFC 4180). A byte order mark says UTF-8 to spreadsheets that would guess otherwise. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}

/**
 * What spreadsheets run instead of showing it, in its full-width forms too; an apostrophe before it keeps it a text. Where the list
 * separator is a semicolon or a tab, a cell begins after each of these as well.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/g

function cellText(value: string | number | null): string {
  if (value === null) return ''
  const text = typeof value === 'string' && !isNumber(value) ? value.replace(FORMULA, "'") : String(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function isNumber(text: string): boolean {
  return /^[+-]?\d+(\.\d+)?$/.test(text)
}
