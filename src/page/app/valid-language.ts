/**
 * Gives the browser's language as a tag that `Intl` takes. WebKitGTK says `C` where the machine has no locale, and uPlot makes a
 * number format of it as it loads, which throws. Goes before any code that may read the language.
 */
export function keepLanguageValid(browser: Pick<Navigator, 'language' | 'languages'> = navigator): void {
  if (isTag(browser.language)) return
  const languages = browser.languages.filter(isTag)
  const language = languages[0] ?? 'en'
  Object.defineProperties(browser, {
    language: { configurable: true, value: language },
    languages: { configurable: true, value: languages.length > 0 ? languages : [language] },
  })
}

function isTag(text: string | undefined): boolean {
  try {
    return text !== undefined && Intl.getCanonicalLocales(text).length > 0
  } catch {
    return false
  }
}

keepLanguageValid()
