import { systemClock } from '../../core/time/clock.ts'
import { homeView } from '../map/camera/home-view.ts'
import { keptStorage } from '../state/browser-storage.ts'
import type { StoreBrowser } from './follow-store.ts'

/** The browser functions used by the page store. */
export const storeBrowser: StoreBrowser = {
  location,
  history,
  storage: keptStorage(),
  language: navigator.language,
  clock: systemClock,
  homeView,
  onBack(back) {
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  },
}
