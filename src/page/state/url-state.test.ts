import { describe, expect, it } from 'vitest'
import { choiceCodecs } from './choice-codecs.ts'
import { type PageState, usePage } from './page-store.ts'
import { readUrl, writeUrl } from './url-state.ts'

const Row = () => null
const overlays = [
  { id: 'lightning', defaultOn: true, Row, selection: { kind: 'strike', urlParam: 'strike', Panel: () => null } },
  { id: 'point', defaultOn: true, selection: { kind: 'point', urlParam: 'at', Panel: () => null } },
  { id: 'fires', defaultOn: true, Row },
  { id: 'airports', defaultOn: true, Row, selection: { kind: 'airport', urlParam: 'airport', Panel: () => null } },
]
const codecs = choiceCodecs(overlays)

function state(more: Partial<PageState> = {}): PageState {
  return { ...usePage.getInitialState(), overlaysOn: ['lightning', 'fires', 'airports'], ...more }
}

function split(url: string) {
  const { search, hash } = new URL(url, 'http://desk.test/')
  return { search, hash }
}

describe('the URL', () => {
  it('has only the view if everything else is at its default', () => {
    expect(writeUrl(state({ view: { zoom: 5, lat: 31.2, lon: 121.5 } }), codecs)).toBe('#5.00/31.200/121.500')
  })

  it('restores every written choice', () => {
    const chosen: Partial<PageState> = {
      view: { zoom: 9.25, lat: -31.2346, lon: 121.5432 },
      projection: 'globe',
      overlaysOn: ['lightning'],
      selection: { kind: 'airport', id: 'ZSPD' },
      windowMinutes: 60,
      strikeDisplay: { records: true, weak: 'hollow', palette: 'classic', density: false, polarity: 'always' },
      shownAtMs: Date.UTC(2026, 6, 1, 8, 5, 9),
      theme: 'light',
      lang: 'zh',
      units: 'aviation',
      mapLines: ['night'],
      categoryScheme: 'us',
      zone: 'Europe/Paris',
      rings: [1, 5, 9.26],
      ownRules: { ZSPD: { rings: [1, 5, 10], holdMinutes: 20 } },
      holdMinutes: 15,
      watched: ['ZSPD', 'ZBAA'],
      board: { open: true, sort: '-visibility', filter: '浦东 ts' },
    }
    expect(readUrl(split(writeUrl(state(chosen), codecs)), codecs)).toEqual(chosen)
  })

  it('has the shown moment as a readable UTC instant, and nothing while live', () => {
    const url = writeUrl(state({ shownAtMs: Date.UTC(2026, 6, 1, 8, 5, 9) + 250 }), codecs)
    expect(url).toMatch(/^\?t=2026-07-01T08:05:09Z#/)
    expect(writeUrl(state(), codecs)).toMatch(/^#/)
    expect(readUrl({ search: '?t=2026-07-01T16:05:09%2B08:00', hash: '' }, codecs).shownAtMs).toBe(
      Date.UTC(2026, 6, 1, 8, 5, 9),
    )
  })

  it('shows live data on a wall, ignoring the moment of the link', () => {
    const read = readUrl({ search: '?kiosk&t=2026-07-01T08:05:09Z', hash: '' }, codecs)
    expect(read.wall).toBeDefined()
    expect(read.shownAtMs).toBeUndefined()
  })

  it('omits overlays without a switch, and keeps their selection', () => {
    const chosen = state({ overlaysOn: ['fires', 'point'], selection: { kind: 'point', id: '25.5,120.2' } })
    const url = writeUrl(chosen, codecs)
    expect(url).toMatch(/^\?layers=fires&at=25.5,120.2#/)
    expect(readUrl(split(url), codecs).selection).toEqual({ kind: 'point', id: '25.5,120.2' })
  })

  it('opens the board with the worst first where the link names no order', () => {
    expect(readUrl({ search: '?board', hash: '' }, codecs).board).toEqual({ open: true, sort: 'urgency', filter: '' })
  })

  it('has the limits of categories', () => {
    expect(writeUrl(state({ categoryScheme: 'us' }), codecs)).toMatch(/^\?category=us#/)
  })

  it('has the default view of a wall, at any position of its tour', () => {
    const read = readUrl({ search: '?kiosk&tour=ZSPD', hash: '#5.00/31.200/121.500' }, codecs)
    const home = { zoom: 5, lat: 31.2, lon: 121.5 }
    expect(read).toMatchObject({ view: home, wall: { home } })
    const onTour = state({ wall: read.wall!, view: { zoom: 8, lat: 40, lon: 116 } })
    expect(writeUrl(onTour, codecs)).toBe('?kiosk=1&tour=ZSPD#5.00/31.200/121.500')
    const restless = state({ wall: { ...read.wall!, home: null } })
    expect(writeUrl(restless, codecs)).toBe('?kiosk=1&tour=ZSPD')
  })

  it('has the sound of a wall, and hidden worst airports', () => {
    const url = writeUrl(state({ sound: true, worstShown: false }), codecs)
    expect(readUrl(split(url), codecs)).toMatchObject({ sound: true, worstShown: false })
    expect(writeUrl(state(), codecs)).not.toMatch(/sound|worst/)
  })

  it('accepts codes of pinned airports in any case, and ids of places, unique, and nothing else', () => {
    expect(readUrl({ search: '?watch=zspd,ZBAA,ZSPD,<b>', hash: '' }, codecs).watched).toEqual(['ZSPD', 'ZBAA'])
    // Ids of places are case-sensitive.
    const said = '?watch=ZSPD%2C.golf%2C.East-7.b%2C.-x%2C..%2C.'
    const watched = ['ZSPD', 'golf', 'East-7.b']
    expect(readUrl({ search: said, hash: '' }, codecs).watched).toEqual(watched)
    expect(readUrl(split(writeUrl(state({ watched }), codecs)), codecs).watched).toEqual(watched)
  })

  it('remembers that no layer is on', () => {
    expect(readUrl(split(writeUrl(state({ overlaysOn: [] }), codecs)), codecs).overlaysOn).toEqual([])
  })

  it.each(['#', '#1/2', '#a/b/c', '#5/91/0', '#5/0/181', '#99/0/0', '#//'])('has no view in %s', (hash) => {
    expect(readUrl({ search: '', hash }, codecs).view).toBeUndefined()
  })

  it('skips unknown layers, windows, zones and themes', () => {
    const search =
      '?layers=lightning,volcanoes&window=7&t=yesterday&tz=Mars/Base&theme=pink&lang=xx&units=cubits&rings=9,3&hold=7'
    expect(readUrl({ search, hash: '' }, codecs)).toEqual({ overlaysOn: ['lightning'] })
  })
})
