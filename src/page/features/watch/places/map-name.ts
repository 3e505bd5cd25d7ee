/** Longer names are cut: on the map they would cover other places; the panel has the full name. */
const LETTERS_MAX = 60
/** The map breaks lines between words, and Chinese anywhere; a longer word needs explicit break positions. */
const LONG_WORD = /[^\s\p{Script=Han}]{24}(?=[^\s\p{Script=Han}])/gu

/** The name of a place on the map, broken into lines and cut if very long. */
export function mapName(name: string): string {
  const letters = [...name]
  const shown =
    letters.length > LETTERS_MAX
      ? `${letters
          .slice(0, LETTERS_MAX - 1)
          .join('')
          .trimEnd()}…`
      : name
  return shown.replace(LONG_WORD, '$&\n')
}
