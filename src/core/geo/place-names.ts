import PLACE_NAMES from '../../../data/place-names-cn.json' with { type: 'json' }

const placesEn = new Map<string, string>()
for (const [place, name] of Object.entries(PLACE_NAMES)) {
  placesEn.set(place, name)
  placesEn.set(withoutKind(place), name)
}

/** The English name of a province or city of China; a name that is not written in Chinese is returned as it is. */
export function placeEn(place: string | null): string | null {
  if (place === null || !/\p{Script=Han}/u.test(place)) return place
  return placesEn.get(place) ?? placesEn.get(withoutKind(place)) ?? null
}

/** `上海市` is `上海` to some lists. */
function withoutKind(place: string): string {
  return place.replace(/(?<=..)(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|省|市|地区|盟|县)$/, '')
}
