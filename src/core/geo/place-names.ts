import PLACE_NAMES from '../../../data/place-names-cn.json' with { type: 'json' }

const placesEn = new Map<string, string>()
for (const [place, name] of Object.entries(PLACE_NAMES)) {
  placesEn.set(place, name)
  placesEn.set(withoutKind(place), name)
}

/** The English name of a province or city of China; other names are returned unchanged. */
export function placeEn(place: string | null): string | null {
  if (place === null || !/\p{Script=Han}/u.test(place)) return place
  return placesEn.get(place) ?? placesEn.get(withoutKind(place)) ?? null
}

/** Some lists shorten `上海市` to `上海`. */
function withoutKind(place: string): string {
  return place.replace(/(?<=..)(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|省|市|地区|盟|县)$/, '')
}
