/** What is longer is told in the panel; on the map it would lie over other places. */
const LETTERS_MAX = 60
/** The map breaks lines between words, and Chinese anywhere; a word longer than a line only where it is told to. */
const LONG_WORD = /[^\s\p{Script=Han}]{24}(?=[^\s\p{Script=Han}])/gu

/** A place's name as it stands on the map: in lines of some words, the end of a very long one left out. */
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
