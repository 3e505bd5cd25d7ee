/** A table as CSV. */
export function downloadCsv(name: string, text: string): void {
  download(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
