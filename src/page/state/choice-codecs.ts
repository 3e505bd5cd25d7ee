import { FIELD_HORIZONS_MIN, type FieldHorizon } from '../../contract/chance/levels.ts'
import { isTimezone, parseInstantMs } from '../../contract/time.ts'
import { PERIODS } from '../../core/accumulations/periods.ts'
import {
  HOLD_MINUTES,
  HOLD_MINUTES_DEFAULT,
  ownRulesText,
  parseOwnRules,
  parseRings,
  RINGS_DEFAULT_KM,
  ringsText,
} from '../../core/airports/rings.ts'
import {
  parseStrikeDisplay,
  STRIKE_DISPLAY_DEFAULT,
  strikeDisplayText,
} from '../../core/strikes/strike-display-options.ts'
import { LANGS } from '../../locales/languages.ts'
import {
  BOARD_SORT_DEFAULT,
  type BoardView,
  type Choices,
  MAP_LINES,
  type OwnLayerChoice,
  type SumsChoice,
  WINDOW_MINUTES,
  WINDOW_MINUTES_DEFAULT,
} from './choices.ts'
import { type Codec, oneOf, oneParam, type QueryParam } from './codec.ts'
import { layersCodec, selectionCodec, type UrlOverlay } from './overlay-codecs.ts'
import { wallCodec } from './wall-settings.ts'

/** How one choice is written, and where it is kept. */
export interface Choice<Value> extends Codec<Value> {
  /**
   * Whether the browser stores the choice; a link overrides it. `picture` choices are ignored for links with a view, as
   * such a link defines the whole picture, with defaults for absent choices. `apart` choices are personal: a link
   * changes them for the visit only.
   */
  kept: 'never' | 'always' | 'picture' | 'apart'
  /** Stored form, if it differs from the URL's. */
  keptAs?: Pick<Codec<Value>, 'parse' | 'format'>
  /**
   * Effect of "back": keep, or change to this if the earlier URL lacks the choice. Other choices take the value of the
   * earlier URL, and stay if it lacks them.
   */
  onBack?: 'stays' | ((now: Value) => Value)
}

/** The single table of all choices for URL, storage and "back". */
export type ChoiceCodecs = { readonly [Field in keyof Choices]: Choice<Choices[Field]> }

/** The URL has the view of an open board. */
const BOARD: Omit<Codec<BoardView>, 'default'> = {
  params: ['board', 'filter'],
  parse(query) {
    const sort = query.get('board')
    if (sort === null) return undefined
    return { open: true, sort: sort || BOARD_SORT_DEFAULT, filter: query.get('filter') ?? '' }
  },
  format({ open, sort, filter }) {
    if (!open) return []
    const said: QueryParam[] = [['board', sort]]
    if (filter) said.push(['filter', filter])
    return said
  },
}

/** The order is stored, not the filter: a stored filter would hide airports from users who forgot it. */
const BOARD_KEPT = oneParam<BoardView>({
  param: 'board',
  parse: (sort) => ({ open: false, sort: sort || BOARD_SORT_DEFAULT, filter: '' }),
  format: ({ sort }) => sort,
})

/** Choices independent of the hazards, in the order of their URL parameters. */
const CHOICES: Omit<ChoiceCodecs, 'overlaysOn' | 'selection'> = {
  projection: {
    ...oneParam({ param: 'projection', parse: oneOf(['mercator', 'globe']), format: String }),
    default: 'mercator',
    kept: 'picture',
  },
  ownLayers: {
    ...oneParam<Choices['ownLayers']>({ param: 'also', parse: parseOwnLayers, format: ownLayersText }),
    default: {},
    kept: 'picture',
  },
  sums: {
    ...oneParam<SumsChoice>({ param: 'sums', parse: parseSums, format: sumsText }),
    default: { on: false, kind: 'density', period: '24h' },
    kept: 'picture',
  },
  chanceMinutes: {
    ...oneParam<FieldHorizon | null>({
      param: 'chance',
      parse: oneOf(FIELD_HORIZONS_MIN),
      format: (minutes) => minutes && String(minutes),
    }),
    default: null,
    kept: 'picture',
  },
  windowMinutes: {
    ...oneParam<number>({ param: 'window', parse: oneOf(WINDOW_MINUTES), format: String }),
    default: WINDOW_MINUTES_DEFAULT,
    kept: 'always',
  },
  strikeDisplay: {
    ...oneParam({ param: 'strikes', parse: parseStrikeDisplay, format: strikeDisplayText }),
    default: STRIKE_DISPLAY_DEFAULT,
    kept: 'picture',
  },
  shownAtMs: {
    ...oneParam<number | null>({
      param: 't',
      parse: (text) => parseInstantMs(text) ?? undefined,
      format: (ms) => (ms === null ? null : instantText(ms)),
    }),
    default: null,
    kept: 'never',
    onBack: 'stays', // undoes the selection, not the shown time
  },
  theme: {
    ...oneParam({ param: 'theme', parse: oneOf(['dark', 'light']), format: String }),
    default: 'dark',
    kept: 'always',
  },
  lang: {
    ...oneParam({ param: 'lang', parse: oneOf(LANGS), format: String }),
    default: 'en',
    kept: 'always',
  },
  units: {
    ...oneParam({ param: 'units', parse: oneOf(['metric', 'aviation']), format: String }),
    default: 'metric',
    kept: 'always',
  },
  mapLines: {
    ...oneParam<Choices['mapLines']>({
      param: 'lines',
      parse: (text) => MAP_LINES.filter((line) => text.split(',').includes(line)),
      format: String,
    }),
    default: MAP_LINES,
    kept: 'always',
  },
  categoryScheme: {
    ...oneParam({ param: 'category', parse: oneOf(['icao', 'us']), format: String }),
    default: 'icao',
    kept: 'always',
  },
  zone: {
    ...oneParam({ param: 'tz', parse: (text) => (isTimezone(text) ? text : undefined), format: String }),
    default: 'Asia/Shanghai',
    kept: 'always',
  },
  rings: {
    ...oneParam({ param: 'rings', parse: (text) => parseRings(text) ?? undefined, format: ringsText }),
    default: RINGS_DEFAULT_KM,
    kept: 'always',
  },
  holdMinutes: {
    ...oneParam<number>({ param: 'hold', parse: oneOf(HOLD_MINUTES), format: String }),
    default: HOLD_MINUTES_DEFAULT,
    kept: 'always',
  },
  ownRules: {
    ...oneParam({ param: 'own', parse: parseOwnRules, format: ownRulesText }),
    default: {},
    kept: 'always',
  },
  watched: {
    ...oneParam<readonly string[]>({ param: 'watch', parse: parseWatched, format: watchedText }),
    default: [],
    kept: 'apart', // a link with other airports must not replace the user's own
    onBack: 'stays',
  },
  board: {
    ...BOARD,
    default: { open: false, sort: BOARD_SORT_DEFAULT, filter: '' },
    kept: 'always',
    keptAs: BOARD_KEPT,
    onBack: (now) => ({ ...now, open: false }),
  },
  worstShown: {
    ...oneParam({
      param: 'worst',
      parse: (text) => (/^[01]$/.test(text) ? text === '1' : undefined),
      format: (isShown) => (isShown ? '1' : '0'),
    }),
    default: true,
    kept: 'always',
  },
  sound: {
    ...oneParam<boolean>({
      param: 'sound',
      parse: (text) => text === '1' || undefined,
      format: (isOn) => (isOn ? '1' : null),
    }),
    default: false,
    kept: 'never',
  },
  wall: { ...wallCodec, kept: 'never', onBack: () => null },
}

/** The table for these hazards. */
export function choiceCodecs(overlays: readonly UrlOverlay[]): ChoiceCodecs {
  return {
    overlaysOn: { ...layersCodec(overlays), kept: 'picture' },
    selection: { ...selectionCodec(overlays), kept: 'never', onBack: () => null },
    ...CHOICES,
  }
}

/** `2026-07-01T08:05:09Z`. */
function instantText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

/** `radar@60,-satellite`: the first is on at 60 percent, the second is off. */
function ownLayersText(layers: Choices['ownLayers']): string {
  const text = ([id, { on, opacity }]: [string, OwnLayerChoice]) =>
    `${on ? '' : '-'}${id}${opacity === null ? '' : `@${opacity}`}`
  return Object.entries(layers).map(text).join()
}

function parseOwnLayers(text: string): Choices['ownLayers'] {
  const read = [...text.matchAll(/(?:^|,)(-?)([a-z][a-z0-9-]{0,31})(?:@(\d{1,2}|100))?(?=,|$)/g)]
  return Object.fromEntries(
    read.map(([, off, id = '', opacity]) => [
      id,
      { on: !off, opacity: opacity === undefined ? null : Number(opacity) },
    ]),
  )
}

/** `hours-7d`; with `-` before it they are off. */
function sumsText({ on, kind, period }: SumsChoice): string {
  return `${on ? '' : '-'}${kind}-${period}`
}

function parseSums(text: string): SumsChoice | undefined {
  const [, off, kind, named] = /^(-?)(density|hours)-(\w+)$/.exec(text) ?? []
  const period = PERIODS.find((each) => each === named)
  return period && { on: !off, kind: kind === 'hours' ? 'hours' : 'density', period }
}

const WATCHED_MAX = 100

const CODE = /^[A-Z0-9]{3,4}$/
const PLACE_ID = /^[A-Za-z0-9][\w.-]{0,63}$/

/** Codes of airports, in letters big or small, and ids of places, each after a dot. */
function parseWatched(text: string): string[] {
  const ids = text.split(',').flatMap((each) => {
    const isPlace = each.startsWith('.')
    const id = isPlace ? each.slice(1) : each.toUpperCase()
    return (isPlace ? PLACE_ID : CODE).test(id) ? id : []
  })
  return [...new Set(ids)].slice(0, WATCHED_MAX)
}

function watchedText(ids: readonly string[]): string {
  return ids.map((id) => (CODE.test(id) ? id : `.${id}`)).join()
}
