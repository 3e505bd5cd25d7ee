import type { Point, Position } from 'geojson'
import { namesOf } from './corrections.ts'
import {
  asFeature,
  type BoundarySet,
  type Layer,
  objectOf,
  POINTS,
  pointAt,
  propertiesOf,
  records,
  type Table,
  type Topology,
  wholeZoom,
} from './layer.ts'

/** Names of countries, of China's provinces, of the states of large countries, and of seas. */
export function labelLayers(
  tables: Record<'marine' | 'provinces_cn' | 'admin1', Table>,
  countries: Topology,
  set: BoundarySet,
): Layer[] {
  const countryLabels = objectOf(countries)
    .geometries.map(propertiesOf)
    .filter((p) => !LABELLED_AS_CITY.has(String(p.a3)))
    .map((p) => {
      const names = namesOf('countries', p)
      return pointAt(p.lx, p.ly, { ...names, rank: Number(p.labelrank), from: Math.floor(Number(p.min_label)) })
    })
  const provinceLabels = records(tables.provinces_cn)
    .filter((p) => !CITY_ADCODES.has(String(p.adcode)) && (set === 'chn' || p.adcode !== TAIWAN_ADCODE))
    .map((p) => pointAt(p.lon, p.lat, { ...namesOf('other', p), from: wholeZoom(p.min_zoom) }))
  const admin1Labels = records(tables.admin1)
    .filter((p) => set !== 'chn' || !DISPUTED_BY_CHINA.has(`${p.a3}/${p.name_en}`))
    .map((p) => pointAt(p.lon, p.lat, { ...namesOf('states', p), from: wholeZoom(p.min_label) + 1 }))
  const seaLabels = records(tables.marine).map((p) =>
    pointAt(p.lon, p.lat, { ...namesOf('other', p), from: wholeZoom(p.min_zoom) }),
  )
  return [
    { name: 'country_labels', features: countryLabels, ...POINTS },
    { name: 'province_labels', features: provinceLabels, ...POINTS },
    { name: 'admin1_labels', features: admin1Labels, ...POINTS },
    { name: 'sea_labels', features: seaLabels, ...POINTS },
  ]
}

/** The default set labels Taiwan with the countries file, the Chinese one with the provinces. */
const TAIWAN_ADCODE = '710000'
/** Municipalities and special regions: the city of the same name is label enough. */
const CITY_ADCODES = new Set(['110000', '120000', '310000', '500000', '810000', '820000'])
/** States of India whose area differs in the Chinese boundary set, in whole or in part: it has no label for them. */
const DISPUTED_BY_CHINA = new Set(['IND/Arunachal Pradesh', 'IND/Jammu and Kashmir', 'IND/Ladakh'])
const LABELLED_AS_CITY = new Set(['HKG', 'MAC'])

/** As the data spells them. */
const CHINA_PROVINCIAL_CAPITALS = new Set(
  `Beijing Tianjin Shanghai Chongqing Shijianzhuang Taiyuan Hohhot Shenyeng Changchun Harbin Nanjing Hangzhou Hefei
  Fuzhou Nanchang Jinan Zhengzhou Wuhan Changsha Guangzhou Nanning Haikou Chengdu Guiyang Kunming Lhasa Xian Lanzhou
  Xining Yinchuan Ürümqi`.split(/\s+/),
)

/** Cities and towns of the world. */
export function placeLayer(table: Table, set: BoundarySet): Layer {
  const features = records(table).map((p) => {
    const capital = capitalOf(p, set)
    const rank = Number(p.scalerank)
    const from = wholeZoom(p.min_zoom)
    // Beijing and the provincial capitals of China are shown before other cities.
    const early = p.a3 === 'CHN' && capital > 0
    return pointAt(p.lon, p.lat, {
      ...namesOf('places', p),
      rank: early ? Math.min(rank, 3) : rank,
      capital,
      ...(early ? { from: Math.min(from, 3), seat: 1 } : { from }),
    })
  })
  return { name: 'places', features, ...POINTS }
}

/**
 * Smaller places, and positions of places that Natural Earth has inaccurately: its longitude and latitude, then the
 * better ones.
 */
export interface Settlements extends Table {
  moved: Record<string, Position>
}

/** The places of `known` and all the smaller ones, for the deepest tiles. */
export function settlementLayer({ moved, ...table }: Settlements, known: Layer): Layer {
  const larger = known.features.map(({ geometry, properties }) => {
    const [lon, lat] = (geometry as Point).coordinates
    return asFeature({ type: 'Point', coordinates: moved[`${lon},${lat}`] ?? [lon!, lat!] }, properties)
  })
  const smaller = records(table).map((p) => {
    const from = Number(p.from)
    return pointAt(p.lon, p.lat, { ...namesOf('settlements', p), rank: from, capital: 0, from })
  })
  return { ...known, features: [...larger, ...smaller], deepestOnly: true }
}

/** 2 the capital of a country, 1 of a province, 0 neither. */
function capitalOf(place: Record<string, unknown>, set: BoundarySet): number {
  const capital = Number(place.capital)
  switch (place.a3) {
    case 'CHN': // the source marks two wrong ones and omits five
      return capital === 2 ? 2 : CHINA_PROVINCIAL_CAPITALS.has(String(place.name_en)) ? 1 : 0
    case 'HKG':
    case 'MAC':
      return Math.min(capital, 1)
    case 'TWN':
      return set === 'chn' ? Math.min(capital, 1) : capital
    default:
      return capital
  }
}
