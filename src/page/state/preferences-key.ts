/** Choices of the person, not of the link: stored in the browser, overridden by a link. */
export const PREFERENCES_KEY = 'brontide.preferences'
