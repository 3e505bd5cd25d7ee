/** Prints only the cover around `part`, without the rest of the desk. */
export function printAlone(part: Element | null): void {
  const cover = part?.closest<HTMLElement>('[data-cover]')
  if (!cover) return
  cover.dataset.printed = ''
  addEventListener('afterprint', () => delete cover.dataset.printed, { once: true })
  print()
}
