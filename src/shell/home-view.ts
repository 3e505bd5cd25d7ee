import { fitView, type Inset } from '../core/fit-view.ts'
import { NARROW } from './narrow.ts'
import { useShell, type View } from './shell-store.ts'
import { wallScale } from './wall/wall-scale.ts'

/** China and the seas around it. */
const HOME_BOX = { west: 73, south: 17, east: 136, north: 54 }
const PHONE: Inset = { top: 104, right: 8, bottom: 24, left: 8 }

/** All of China, in what panels leave free of a map of this window's size. */
export function homeView(): View {
  const { wall } = useShell.getState()
  if (wall) {
    const { map, inset } = wallScale(wall.scale)
    return fitView(HOME_BOX, { width: innerWidth / map, height: innerHeight / map }, inset)
  }
  return fitView(HOME_BOX, { width: innerWidth, height: innerHeight }, matchMedia(NARROW).matches ? PHONE : desk())
}

function desk(): Inset {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return { top: 56, right: 48, bottom: 24, left: 12 + 18.75 * rem }
}
