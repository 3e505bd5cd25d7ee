import type { TFunction } from 'i18next'
import { LANGS, LANGUAGES } from '../../../locales/languages.ts'
import { isShortcut, pressKey } from '../../input/use-shortcuts.ts'
import type { MapOverlay } from '../../live/overlay.ts'
import { keptStorage } from '../../state/browser-storage.ts'
import { WINDOW_MINUTES } from '../../state/choices.ts'
import { BUILD_TOUR, type Commands, MAKE_FILM } from '../../state/commands.ts'
import { usePage } from '../../state/page-store.ts'
import { forgetView, readSavedViews } from '../../state/saved-views.ts'
import type { View } from '../../state/view.ts'
import { WALL_DEFAULT, type WallSettings } from '../../state/wall-settings.ts'
import { KEYS } from '../settings/keyboard-list.tsx'

export interface PaletteActions {
  home(): void
  flyTo(view: View): void
  share(): void
  /** The view as it is at this moment, whenever the link is opened. */
  shareMoment(): void
  saveView(): void
  print(): void
  settings(): void
}

interface PaletteGroup {
  heading: string
  commands: { name: string; key?: string; run(): void }[]
}

/** Shortcuts of desk components. */
const OF_PARTS = ['layers', 'board', 'alerts', 'log', 'evidence'] as const

/** Every command of the desk in its present state; commands without effect are omitted. */
export function paletteGroups(deps: {
  overlays: readonly Pick<MapOverlay, 'id' | 'Row'>[]
  actions: PaletteActions
  commands: Commands
  t: TFunction
  nameOf(overlayId: string): string
}): PaletteGroup[] {
  const { overlays, actions, commands, t, nameOf } = deps
  const state = usePage.getState()
  const saved = readSavedViews(keptStorage())
  const { theme, lang, units, view, projection, overlaysOn, windowMinutes, selection } = state
  const wall = (settings: Partial<WallSettings>) => () => state.setWall({ ...WALL_DEFAULT, home: view, ...settings })

  const groups: PaletteGroup[] = [
    {
      heading: t('palette.do'),
      commands: [
        { name: t('home', { ns: 'page' }), key: 'H', run: actions.home },
        { name: t('copyLink', { ns: 'page' }), key: 'C', run: actions.share },
        { name: t('palette.shareMoment'), key: '⇧ C', run: actions.shareMoment },
        { name: t('palette.save'), key: 'S', run: actions.saveView },
        ...(selection ? [{ name: t('palette.print'), key: 'P', run: actions.print }] : []),
        { name: t('palette.film'), run: () => commands.ask(MAKE_FILM, null) },
        ...KEYS.filter(([key, name]) => OF_PARTS.some((part) => part === name) && isShortcut(key)).map(
          ([key, name]) => ({
            name: t(`keys.${name}`, { ns: 'page' }),
            key,
            run: () => pressKey(key),
          }),
        ),
        { name: t('palette.settings'), key: '?', run: actions.settings },
      ],
    },
    {
      heading: t('palette.views'),
      commands: saved.map(({ name, view: to }) => ({ name, run: () => actions.flyTo(to) })),
    },
    {
      heading: t('palette.layers'),
      commands: overlays
        .filter(({ Row }) => Row)
        .map(({ id }) => ({
          name: t(overlaysOn.includes(id) ? 'palette.hide' : 'palette.show', { layer: nameOf(id) }),
          run: () => state.toggleOverlay(id),
        })),
    },
    {
      heading: t('palette.window'),
      commands: WINDOW_MINUTES.filter((minutes) => minutes !== windowMinutes).map((minutes) => ({
        name: t('palette.minutes', { minutes }),
        run: () => state.setWindowMinutes(minutes),
      })),
    },
    {
      heading: t('palette.screen'),
      commands: [
        theme === 'dark'
          ? { name: t('palette.light'), key: 'T', run: () => state.setTheme('light') }
          : { name: t('palette.dark'), key: 'T', run: () => state.setTheme('dark') },
        projection === 'mercator'
          ? { name: t('globe', { ns: 'page' }), run: () => state.setProjection('globe') }
          : { name: t('palette.flat'), run: () => state.setProjection('mercator') },
        ...LANGS.filter((each) => each !== lang).map((each) => ({
          name: LANGUAGES[each].name,
          run: () => state.setLang(each),
        })),
        units === 'metric'
          ? { name: t('palette.aviation'), run: () => state.setUnits('aviation') }
          : { name: t('palette.metric'), run: () => state.setUnits('metric') },
        ...(document.fullscreenEnabled ? [{ name: t('palette.full'), run: toggleFullScreen }] : []),
        { name: t('palette.wall'), key: 'K', run: wall({}) },
        { name: t('palette.follow'), run: wall({ follow: true }) },
        { name: t('palette.tour'), run: wall({ tour: [] }) },
        { name: t('palette.buildTour'), run: () => commands.ask(BUILD_TOUR, null) },
      ],
    },
  ]
  const forget = saved.map(({ name }) => ({
    name: t('palette.forget', { name }),
    run: () => forgetView(keptStorage(), name),
  }))
  groups[1]?.commands.push(...forget)
  return groups.filter(({ commands }) => commands.length > 0)
}

function toggleFullScreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  change.catch(() => {}) // the browser's to refuse
}
