interface Names {
  name_en?: string
  name_zh?: string
}

/**
 * Names the base map data has wrong: misspelt, outdated, of another place, or in characters of the other Chinese script.
 * By country code and English name, as they stand in the data.
 */
const PLACES: Record<string, Names> = {
  'CHN/Beian': { name_en: "Bei'an" },
  'CHN/Bose': { name_en: 'Baise', name_zh: '百色' },
  'CHN/Dulan': { name_zh: '都兰' },
  'CHN/Fuan': { name_en: "Fu'an" },
  'CHN/Fuyang': { name_zh: '富阳' },
  'CHN/Gar': { name_zh: '噶尔' },
  'CHN/Guide': { name_zh: '贵德' },
  'CHN/Hailar': { name_zh: '海拉尔' },
  'CHN/Huaiyin': { name_en: "Huai'an" },
  'CHN/Jianmen': { name_en: 'Jingmen' },
  'CHN/Jiaojing': { name_en: 'Jiaojiang', name_zh: '椒江' },
  'CHN/Jinxi': { name_en: 'Huludao', name_zh: '葫芦岛' },
  'CHN/Jyekundo': { name_en: 'Yushu', name_zh: '玉树' },
  'CHN/Koktokay': { name_zh: '可可托海' },
  'CHN/Luan': { name_en: "Lu'an" },
  'CHN/Lupanshui': { name_en: 'Liupanshui' },
  'CHN/Mudangiang': { name_en: 'Mudanjiang' },
  'CHN/Nagchu': { name_en: 'Nagqu', name_zh: '那曲' },
  'CHN/Quiemo': { name_en: 'Qiemo', name_zh: '且末' },
  'CHN/Shenyeng': { name_en: 'Shenyang' },
  'CHN/Shijianzhuang': { name_en: 'Shijiazhuang' },
  'CHN/Taian': { name_en: "Tai'an" },
  'CHN/Wenshan': { name_zh: '文山' },
  'CHN/Xian': { name_en: "Xi'an" },
  'CHN/Xiangfan': { name_en: 'Xiangyang' },
  'CHN/Xigaze': { name_zh: '日喀则' },
  'CHN/Yingkow': { name_en: 'Yingkou' },
  'CHN/Zhaotang': { name_en: 'Zhaotong' },
  'MAC/Macau': { name_en: 'Macao' },
  'ARE/Dubai': { name_zh: '迪拜' },
  'CAN/Churchill': { name_zh: '丘吉尔' },
  'CHL/Santiago': { name_zh: '圣地亚哥' },
  'COD/Kinshasa': { name_zh: '金沙萨' },
  'DEU/Frankfurt': { name_zh: '法兰克福' },
  'DNK/København': { name_en: 'Copenhagen' },
  'JPN/Tokyo': { name_zh: '东京' },
  'JPN/Ōsaka': { name_en: 'Osaka' },
  'KEN/Nairobi': { name_zh: '内罗毕' },
  'MMR/Rangoon': { name_en: 'Yangon' },
  'NZL/Auckland': { name_zh: '奥克兰' },
  'PER/Lima': { name_zh: '利马' },
  'PHL/Cebu': { name_zh: '宿务' },
  'SAU/Riyadh': { name_zh: '利雅得' },
  'TUR/Istanbul': { name_zh: '伊斯坦布尔' },
  'UKR/Kiev': { name_en: 'Kyiv' },
  'USA/Anchorage': { name_zh: '安克雷奇' },
  'USA/San Diego': { name_zh: '圣迭戈' },
  'USA/Washington, D.C.': { name_zh: '华盛顿' },
  'VNM/Ho Chi Minh City': { name_zh: '胡志明市' },
  'ZMB/Lusaka': { name_zh: '卢萨卡' },
}

const STATES: Record<string, Names> = {
  'AUS/Jervis Bay Territory': { name_zh: '杰维斯湾领地' },
  'BRA/Espírito Santo': { name_zh: '圣埃斯皮里图州' },
  'BRA/Federal': { name_en: 'Federal District' },
  'IDN/West Papua': { name_zh: '西巴布亚省' },
  'IND/Dadra and Nagar Haveli and Daman and Diu': { name_zh: '达德拉-纳加尔哈维利和达曼-第乌' },
  'RUS/Irkutsk': { name_zh: '伊尔库茨克州' },
  'RUS/Kamchatka Krai': { name_zh: '堪察加边疆区' },
  'USA/Nebraska': { name_zh: '内布拉斯加州' },
  'USA/West Virginia': { name_zh: '西弗吉尼亚州' },
}

const COUNTRIES: Record<string, Names> = {
  'CYN/Turkish Republic of Northern Cyprus': { name_en: 'Northern Cyprus' },
  'PGA/Wake Island': { name_en: 'Spratly Islands' },
}

const RIVERS: Record<string, Names> = {
  '/Huang': { name_en: 'Yellow' },
  '/Wusuli': { name_en: 'Ussuri' },
}

const CORRECTIONS = { places: PLACES, states: STATES, countries: COUNTRIES, rivers: RIVERS }

/** The names of a record that are there, corrected; a missing one is left out, so that the style falls back to the other. */
export function namesOf(
  kind: keyof typeof CORRECTIONS | 'other',
  record: Record<string, unknown>,
): Record<string, string> {
  const key = `${record.a3 ?? ''}/${record.name_en ?? ''}`
  const { name_en, name_zh }: Names = kind === 'other' ? {} : (CORRECTIONS[kind][key] ?? {})
  const found: Record<string, string> = {}
  const english = name_en ?? record.name_en
  const chinese = name_zh ?? record.name_zh
  if (english) found.name_en = String(english)
  if (chinese) found.name_zh = String(chinese)
  return found
}
