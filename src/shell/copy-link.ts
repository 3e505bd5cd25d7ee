/** Puts the address of this view on the clipboard; false where the browser does not allow it. */
export async function copyLink(): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(location.href)
    return true
  } catch {
    return false
  }
}
