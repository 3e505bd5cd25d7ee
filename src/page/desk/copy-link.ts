/** Puts the address of this view on the clipboard; false where the browser does not allow it. */
export async function copyLink(momentMs: number | null = null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(momentMs === null ? location.href : linkOfMoment(location.href, momentMs))
    return true
  } catch {
    return false
  }
}

/** The same view as it was at a moment, Unix ms. */
export function linkOfMoment(href: string, momentMs: number): string {
  const url = new URL(href)
  const instant = `${new Date(momentMs).toISOString().slice(0, 19)}Z`
  const others = url.search
    .slice(1)
    .split('&')
    .filter((each) => each && !each.startsWith('t='))
  url.search = [...others, `t=${instant}`].join('&')
  return url.href
}
