import { displayText } from '../../contract/display-text.ts'

const NAME_LETTERS = 120
/** What a file system, a shell or the grammar of the header gives a meaning to; and a path's way up. */
const UNSAFE = /[/\\:*?"<>|;%']|^\.+/g

/**
 * Value of `Content-Disposition` (RFC 6266) that has an answer saved as a file called `name`. Other letters than ASCII stand in
 * `filename*` (RFC 8187), beside a `filename` for clients that do not know that.
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
