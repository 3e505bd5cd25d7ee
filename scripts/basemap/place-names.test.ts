import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namesOf } from './corrections.ts'
import { labelLayers } from './labels.ts'
import { HOME, objectOf, propertiesOf, readJson, records, type Table } from './layer.ts'

type Kind = Parameters<typeof namesOf>[0]

const DATA = join(import.meta.dirname, '../../data/basemap')
const read = (file: string) => readJson(join(DATA, file))

/** Chinese names of the base map, each with the English name. */
function chineseNames(kind: Kind, found: Record<string, unknown>[]) {
  return found.flatMap((record) => {
    const { name_en, name_zh } = namesOf(kind, record)
    return name_zh ? [{ code: String(record.a3 ?? ''), en: name_en ?? '', zh: name_zh }] : []
  })
}

const labels = read('labels.json') as Record<'marine' | 'provinces_cn' | 'admin1', Table>
const places = chineseNames('places', records(read('places-10m.json')))
const countries = ['countries-10m.json', 'countries-10m-chn.json'].flatMap((file) =>
  chineseNames('countries', objectOf(read(file)).geometries.map(propertiesOf)),
)
const all = [
  ...places,
  ...countries,
  ...chineseNames('states', records(labels.admin1)),
  ...chineseNames('other', [...records(labels.marine), ...records(labels.provinces_cn)]),
  ...chineseNames('settlements', records(read('settlements.json.gz'))),
]

/** Names that the rules for public maps, or a name shared with a place of China, give a second part in brackets. */
const WITH_BRACKETS = new Set([
  '符拉迪沃斯托克（海参崴）',
  '哈巴罗夫斯克（伯力）',
  '乌苏里斯克（双城子）',
  '布拉戈维申斯克（海兰泡）',
  '尼古拉耶夫斯克（庙街）',
  '涅尔琴斯克（尼布楚）',
  '马尔维纳斯群岛（福克兰群岛）',
  '刚果（布）',
  '刚果（金）',
  '太原（越南）',
  '山西（越南）',
  '太平（越南）',
  '和平（越南）',
  '西宁（越南）',
  '太平（马来西亚）',
  '北海（马来西亚）',
  '安顺（马来西亚）',
  '乔治敦（槟城）',
  '丽水（韩国）',
  '定州（朝鲜）',
  '大同（朝鲜）',
  '阿尔泰（蒙古国）',
  '的黎波里（黎巴嫩）',
])
/** Parts of names that are an administration, a club, a mine or a judgement, and not the place. */
const DOUBTFUL = /占\)|俄占|日据|伪|广域|特别$|特级|区域|铜矿|煤矿|足球|俱乐部|锦标赛|尤文图德|机场|政府|中国南极/
/** Taiwan's or an older form, or a name of a colonial time, with the form of the mainland. */
const OUTDATED: Record<string, string> = {
  丰原: '南萨哈林斯克',
  永珍: '万象',
  奈比多: '内比都',
  瓜地马拉: '危地马拉城',
  吉布地: '吉布提',
  加萨: '加沙',
  塞拉耶佛: '萨拉热窝',
  叶里温: '埃里温',
  沙加缅度: '萨克拉门托',
  圣荷西: '圣何塞',
  嘉柏隆里: '哈博罗内',
  德古斯加巴: '特古西加尔巴',
  吉佳利: '基加利',
  克里夫兰: '克利夫兰',
  荷巴特: '霍巴特',
  苏瀑: '苏福尔斯',
  圣地牙哥: '圣地亚哥',
  野猪河: '达利涅戈尔斯克',
  瓦伦: '阿穆尔共青城',
  古釜布: '南库里尔斯克',
  雅兰苏: '游击队城',
  伊曼: '达利涅列琴斯克',
  黄土坎子: '阿尔谢尼耶夫',
  大洋城: '北库里尔斯克',
  五山城: '皮亚季戈尔斯克',
}
const ADMINISTRATION_ABROAD = /(?:郡|区|县|市社|广域|特别市)$/

describe('Chinese names of places', () => {
  it('use Chinese characters only, with brackets only by rule', () => {
    const odd = all.filter(({ zh }) => !/^[\p{Script=Han}·.-]+$/u.test(zh) && !WITH_BRACKETS.has(zh))
    expect(odd).toEqual([])
  })

  it('hold no administration, club, mine, judgement or colonial name in place of the place', () => {
    expect(all.filter(({ zh }) => DOUBTFUL.test(zh))).toEqual([])
    expect(places.filter(({ zh }) => OUTDATED[zh] !== undefined)).toEqual([])
  })

  it('are in the simplified characters of the mainland', () => {
    expect(places.filter(({ zh }) => /[區縣國東鄉廣島灣臺維爾納達歐亞羅聖門鎮薩馬費漢關巿]/u.test(zh))).toEqual([])
  })

  it('of places abroad do not end in a kind of administration', () => {
    const abroad = places.filter(({ code }) => !HOME.has(code))
    expect(abroad.filter(({ zh }) => ADMINISTRATION_ABROAD.test(zh))).toEqual([])
  })

  it('abroad are never the name of a provincial capital or province of China alone', () => {
    const home = new Set([
      ...places.filter(({ code }) => code === 'CHN').map(({ zh }) => zh),
      ...records(labels.provinces_cn).map(({ name_zh }) => String(name_zh)),
    ])
    const shared = places.filter(({ code, zh }) => !HOME.has(code) && home.has(zh))
    expect(shared.map(({ code, zh }) => `${code} ${zh}`)).toEqual([])
  })

  it('distinguish two places with one English name', () => {
    const fuyang = places.filter(({ code, en }) => code === 'CHN' && en === 'Fuyang').map(({ zh }) => zh)
    expect(fuyang.sort()).toEqual(['富阳', '阜阳'].sort())
    expect(places.filter(({ code, en }) => code === 'CHN' && en === 'Dali').map(({ zh }) => zh)).toEqual([
      '大理',
      '大荔',
    ])
  })

  it('follow the rules for public maps', () => {
    expect(countries.filter(({ en }) => en === 'Falkland Islands').map(({ zh }) => zh)).toEqual([
      '马尔维纳斯群岛（福克兰群岛）',
      '马尔维纳斯群岛（福克兰群岛）',
    ])
    expect(places.find(({ en }) => en === 'Vladivostok')?.zh).toBe('符拉迪沃斯托克（海参崴）')
  })
})

it('labels no state of India on land that the Chinese boundary set draws otherwise', () => {
  const statesOf = (set: 'default' | 'chn') =>
    labelLayers(labels, read(set === 'chn' ? 'countries-10m-chn.json' : 'countries-10m.json'), set)
      .find(({ name }) => name === 'admin1_labels')!
      .features.map(({ properties }) => properties.name_en)
  expect(statesOf('default')).toContain('Arunachal Pradesh')
  for (const name of ['Arunachal Pradesh', 'Ladakh', 'Jammu and Kashmir']) expect(statesOf('chn')).not.toContain(name)
  expect(statesOf('chn')).toContain('Assam')
})
