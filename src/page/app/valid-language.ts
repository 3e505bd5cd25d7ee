/**
 * Replaces an invalid browser language by a valid tag. WebKitGTK has `C` on machines without a locale, and uPlot
 * creates a number format from it on loading, which throws. Call before any code that reads the language.
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
