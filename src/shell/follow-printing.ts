/** Has every printing of the page wear the light theme for as long as it takes, whoever asked for it. */
export function followPrinting(): () => void {
  const { dataset } = document.documentElement
  let worn: string | undefined
  const before = () => {
    worn ??= dataset.theme // told twice, it is still that of before
    dataset.theme = 'light'
  }
  const after = () => {
    if (worn) dataset.theme = worn
    worn = undefined
  }
  addEventListener('beforeprint', before)
  addEventListener('afterprint', after)
  return () => {
    removeEventListener('beforeprint', before)
    removeEventListener('afterprint', after)
  }
}
