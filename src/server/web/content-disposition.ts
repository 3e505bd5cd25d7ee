import { displayText } from '../../contract/display-text.ts'

const NAME_LETTERS = 120
/** Characters special to file systems, shells or the header's grammar; and leading dots. */
const UNSAFE = /[/\\:*?"<>|;%']|^\.+/g

/**
 * Value of `Content-Disposition` (RFC 6266) for a download called `name`. Non-ASCII letters go into `filename*` (RFC
 * 8187), beside an ASCII `filename` for old clients.
 */
export function downloadNamed(name: string): string {
  const safe = displayText(name.slice(0, NAME_LETTERS)).replace(UNSAFE, '_') || 'download'
  const ascii = safe.replace(/[^\x20-\x7e]/gu, '_')
  const wide = ascii === safe ? '' : `; filename*=UTF-8''${encodeURIComponent(safe).replace(/[()!*]/g, hex)}`
  return `attachment; filename="${ascii}"${wide}`
}

function hex(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}
