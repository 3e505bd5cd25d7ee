import { readView, type View, viewText } from './view.ts'

export interface SavedView {
  name: string
  view: View
}

const KEY = 'brontide.views'
const VIEWS_MAX = 40

/** The saved views of this browser, oldest first. */
export function readSavedViews(storage: Pick<Storage, 'getItem'>): SavedView[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.flatMap((each: unknown) => {
      const [name, text] = Array.isArray(each) ? each : []
      const view = readView(String(text))
      return view && typeof name === 'string' && name ? [{ name, view }] : []
    })
  } catch {
    return [] // forbidden, or written by another program
  }
}

/** Saves a view; a view with the same name is replaced. */
export function saveView(storage: Pick<Storage, 'getItem' | 'setItem'>, { name, view }: SavedView): void {
  const others = readSavedViews(storage).filter((each) => each.name !== name)
  write(storage, [...others, { name, view }].slice(-VIEWS_MAX))
}

export function forgetView(storage: Pick<Storage, 'getItem' | 'setItem'>, name: string): void {
  write(
    storage,
    readSavedViews(storage).filter((each) => each.name !== name),
  )
}

function write(storage: Pick<Storage, 'setItem'>, views: readonly SavedView[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(views.map(({ name, view }) => [name, viewText(view)])))
  } catch {
    // Storage is full or forbidden: the view is not saved.
  }
}
