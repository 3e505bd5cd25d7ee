import { displayText, NAME_MAX } from '../../contract/display-text.ts'

/** Longest name, with combining marks decomposed. */
const WRITTEN_MAX = 4 * NAME_MAX

/**
 * The name in a header written by a proxy: UTF-8 bytes decoded as Latin-1, an encoded word (RFC 2047), or an extended
 * value (RFC 8187). Null if it holds no name, or control, direction or invisible characters that could imitate another
 * name.
 */
export function identityName(header: string): string | null {
  const written = decoded(header)
  if (written.length > WRITTEN_MAX) return null
  const name = written.normalize('NFC').replace(/^[ \t]+|[ \t]+$/g, '')
  return name !== '' && name.length <= NAME_MAX && displayText(name) === name ? name : null
}

function decoded(header: string): string {
  const [, extended] = /^\s*utf-8'[\w-]*'(\S+)\s*$/i.exec(header) ?? []
  if (extended !== undefined) return percentDecoded(extended) ?? header
  if (ENCODED_WORDS.test(header)) {
    return header.replace(/\?=\s+=\?/g, '?==?').replace(ENCODED_WORD, (word, charset, form, text) => {
      const bytes = form.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quotedBytes(text)
      return decodedBytes(bytes, charset) ?? word
    })
  }
  return decodedBytes(Buffer.from(header, 'latin1'), 'utf-8') ?? header
}

const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]+)?\?([bq])\?([^?\s]*)\?=/gi
const ENCODED_WORDS = /^\s*(?:=\?[\w*-]+\?[bq]\?[^?\s]*\?=\s*)+$/i

function quotedBytes(text: string): Buffer {
  const plain = text
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1')
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Null if the bytes are invalid in that character set. */
function decodedBytes(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
