/** Choices of the person, not of the link: kept in the browser, and overruled by what a link says. */
export const PREFERENCES_KEY = 'brontide.preferences'
