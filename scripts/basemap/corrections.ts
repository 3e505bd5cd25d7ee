import PLACE_NAMES_ZH from '../../data/basemap/place-names-zh.json' with { type: 'json' }

interface Names {
  name_en?: string
  name_zh?: string
}

/**
 * Errors in the base map's names: misspelt, outdated, of another place, or in the other Chinese script. By country code
 * and English name, as in the data. Chinese names of places are in `place-names-zh.json`.
 */
const PLACES: Record<string, Names> = {
  'CHN/Anxi': { name_en: 'Guazhou' },
  'CHN/Beian': { name_en: "Bei'an" },
  'CHN/Bose': { name_en: 'Baise' },
  'CHN/Buizhou': { name_en: 'Binzhou' },
  'CHN/Fuan': { name_en: "Fu'an" },
  'CHN/Huaiyin': { name_en: "Huai'an" },
  'CHN/Jian': { name_en: "Ji'an" },
  'CHN/Jianmen': { name_en: 'Jingmen' },
  'CHN/Jiaojing': { name_en: 'Jiaojiang' },
  'CHN/Jinxi': { name_en: 'Huludao' },
  'CHN/Jyekundo': { name_en: 'Yushu' },
  'CHN/Lianxian': { name_en: 'Lianzhou' },
  'CHN/Luan': { name_en: "Lu'an" },
  'CHN/Lupanshui': { name_en: 'Liupanshui' },
  'CHN/Mudangiang': { name_en: 'Mudanjiang' },
  'CHN/Nagchu': { name_en: 'Nagqu' },
  'CHN/Ninde': { name_en: 'Ningde' },
  'CHN/Puqi': { name_en: 'Chibi' },
  'CHN/Quiemo': { name_en: 'Qiemo' },
  'CHN/Shenyeng': { name_en: 'Shenyang' },
  'CHN/Shijianzhuang': { name_en: 'Shijiazhuang' },
  'CHN/Taian': { name_en: "Tai'an" },
  'CHN/Xian': { name_en: "Xi'an" },
  'CHN/Xiangfan': { name_en: 'Xiangyang' },
  'CHN/Xiangtai': { name_en: 'Xingtai' },
  'CHN/Yaan': { name_en: "Ya'an" },
  'CHN/Yingkow': { name_en: 'Yingkou' },
  'CHN/Yishan': { name_en: 'Yizhou' },
  'CHN/Zhaotang': { name_en: 'Zhaotong' },
  'DNK/København': { name_en: 'Copenhagen' },
  'JPN/Ōsaka': { name_en: 'Osaka' },
  'MAC/Macau': { name_en: 'Macao' },
  'MMR/Rangoon': { name_en: 'Yangon' },
  'UKR/Kiev': { name_en: 'Kyiv' },
}

const STATES: Record<string, Names> = {
  'AUS/Jervis Bay Territory': { name_zh: '杰维斯湾领地' },
  'BRA/Amapá': { name_zh: '阿马帕州' },
  'BRA/Bahia': { name_zh: '巴伊亚州' },
  'BRA/Ceará': { name_zh: '塞阿拉州' },
  'BRA/Espírito Santo': { name_zh: '圣埃斯皮里图州' },
  'BRA/Federal': { name_en: 'Federal District' },
  'BRA/Goiás': { name_zh: '戈亚斯州' },
  'BRA/Minas Gerais': { name_zh: '米纳斯吉拉斯州' },
  'BRA/Paraíba': { name_zh: '帕拉伊巴州' },
  'BRA/Pará': { name_zh: '帕拉州' },
  'BRA/Pernambuco': { name_zh: '伯南布哥州' },
  'BRA/Rio Grande do Norte': { name_zh: '北里奥格兰德州' },
  'BRA/Sergipe': { name_zh: '塞尔希培州' },
  'BRA/Tocantins': { name_zh: '托坎廷斯州' },
  'CAN/Alberta': { name_zh: '艾伯塔省' },
  'CAN/British Columbia': { name_zh: '不列颠哥伦比亚省' },
  'CAN/Manitoba': { name_zh: '曼尼托巴省' },
  'CAN/New Brunswick': { name_zh: '新不伦瑞克省' },
  'CAN/Newfoundland and Labrador': { name_zh: '纽芬兰和拉布拉多省' },
  'CAN/Nova Scotia': { name_zh: '新斯科舍省' },
  'CAN/Nunavut': { name_zh: '努纳武特地区' },
  'CAN/Prince Edward Island': { name_zh: '爱德华王子岛省' },
  'CAN/Quebec': { name_zh: '魁北克省' },
  'CAN/Saskatchewan': { name_zh: '萨斯喀彻温省' },
  'CAN/Yukon': { name_zh: '育空地区' },
  'IDN/West Papua': { name_zh: '西巴布亚省' },
  'IND/Dadra and Nagar Haveli and Daman and Diu': { name_zh: '达德拉-纳加尔哈维利和达曼-第乌' },
  'RUS/Irkutsk': { name_zh: '伊尔库茨克州' },
  'RUS/Kamchatka Krai': { name_zh: '堪察加边疆区' },
  'USA/Nebraska': { name_zh: '内布拉斯加州' },
  'USA/West Virginia': { name_zh: '西弗吉尼亚州' },
}

const COUNTRIES: Record<string, Names> = {
  'FLK/Falkland Islands': { name_zh: '马尔维纳斯群岛（福克兰群岛）' },
  'CYN/Turkish Republic of Northern Cyprus': { name_en: 'Northern Cyprus' },
  'PGA/Wake Island': { name_en: 'Spratly Islands' },
}

const RIVERS: Record<string, Names> = {
  // Letters that the data lost.
  '/Gta lv': { name_en: 'Göta älv' },
  '/Lule lv': { name_en: 'Lule älv' },
  '/Stora Lule lv': { name_en: 'Stora Lule älv' },
  '/São  Francisco': { name_en: 'São Francisco' },
  '/Huang': { name_en: 'Yellow' },
  '/Wusuli': { name_en: 'Ussuri' },
}

/** Lakes with damaged names in the data; of China and its surroundings those without a Chinese name. */
const LAKES: Record<string, Names> = {
  '/Inarijrvi': { name_en: 'Inarijärvi' },
  '/Oulujarvi': { name_en: 'Oulujärvi' },
  '/Pijnne': { name_en: 'Päijänne' },
  '/Pjrvi': { name_en: 'Pääjärvi' },
  '/Pskoyskoye Ozero': { name_en: 'Pskovskoye Ozero' },
  '/Pyhjrvi': { name_en: 'Pyhäjärvi' },
  '/Shardara Bgeni': { name_en: 'Shardara Bögeni' },
  '/Siletitengiz Kli': { name_en: 'Siletitengiz Köli' },
  '/Alakol': { name_zh: '阿拉湖' },
  '/Ayakkum Hu': { name_zh: '阿牙克库木湖' },
  '/Banggong Co': { name_zh: '班公错' },
  '/Buyr Nuur': { name_zh: '贝尔湖' },
  '/Chao Hu': { name_zh: '巢湖' },
  '/Daguan Hu': { name_zh: '大官湖' },
  '/Gaoyou Hu': { name_zh: '高邮湖' },
  '/Gyaring Hu': { name_zh: '扎陵湖' },
  '/Har Us Nuur': { name_zh: '哈尔乌苏湖' },
  '/Hoh Xil Hu': { name_zh: '可可西里湖' },
  '/Hong Hu': { name_zh: '洪湖' },
  '/Huangtang Hu': { name_zh: '黄塘湖' },
  '/Hulun Nuur': { name_zh: '呼伦湖' },
  '/Issyk-Kul': { name_zh: '伊塞克湖' },
  '/Khyargas Nuur': { name_zh: '吉尔吉斯湖' },
  '/Khövsgöl Nuur': { name_zh: '库苏古尔湖' },
  '/Lake Zaysan': { name_zh: '斋桑泊' },
  '/Langa Co': { name_zh: '拉昂错' },
  '/Liangzi Hu': { name_zh: '梁子湖' },
  '/Long Hu': { name_en: 'Longgan Hu', name_zh: '龙感湖' },
  '/Lop Nur': { name_zh: '罗布泊' },
  '/Mapam Yumco': { name_zh: '玛旁雍错' },
  '/Ngangla Ringeo': { name_en: 'Ngangla Ringco', name_zh: '昂拉仁错' },
  '/Ngoring Hu': { name_zh: '鄂陵湖' },
  '/Po Hu': { name_zh: '泊湖' },
  '/Puma Yumco': { name_zh: '普莫雍错' },
  '/Shijiu Hu': { name_zh: '石臼湖' },
  '/Tangra Yumco': { name_zh: '当惹雍错' },
  '/Weishan Hu': { name_zh: '微山湖' },
  '/Yamzho Yumco': { name_zh: '羊卓雍错' },
}

/** Smaller places of China that lack their Chinese name; of each name there is one alone in the data. */
const SETTLEMENTS: Record<string, Names> = {
  '/Anguo': { name_zh: '安国' },
  '/Anlong': { name_zh: '安龙' },
  '/Anqiu': { name_zh: '安丘' },
  '/Baoying': { name_zh: '宝应' },
  '/Bayan Nur': { name_zh: '巴彦淖尔' },
  '/Beidaihehaibin': { name_zh: '北戴河海滨' },
  '/Beiliu': { name_zh: '北流' },
  '/Boshan': { name_zh: '博山' },
  '/Botou': { name_zh: '泊头' },
  '/Changli': { name_zh: '昌黎' },
  '/Changshu': { name_zh: '常熟' },
  '/Changzhi': { name_zh: '长治' },
  '/Chenggu': { name_zh: '城固' },
  '/Dali Old Town': { name_zh: '大理古城' },
  '/Dawukou': { name_zh: '大武口' },
  '/Daye': { name_zh: '大冶' },
  '/Dehui': { name_zh: '德惠' },
  '/Ezhou': { name_zh: '鄂州' },
  '/Fanling': { name_zh: '粉岭' },
  '/Fengrun': { name_zh: '丰润' },
  '/Gaomi': { name_zh: '高密' },
  '/Gongqingcheng': { name_zh: '共青城' },
  '/Gongzhuling': { name_zh: '公主岭' },
  '/Hanchuan': { name_zh: '汉川' },
  '/Hechi': { name_zh: '河池' },
  '/Huayin': { name_zh: '华阴' },
  '/Huinan': { name_zh: '辉南' },
  '/Jiangyou': { name_zh: '江油' },
  '/Jiaozhou': { name_zh: '胶州' },
  '/Jiawang': { name_zh: '贾汪' },
  '/Jinzhong': { name_zh: '晋中' },
  '/Kangding': { name_zh: '康定' },
  '/Kowloon': { name_zh: '九龙' },
  '/Kuandian': { name_zh: '宽甸' },
  '/Liaozhong': { name_zh: '辽中' },
  '/Lincang': { name_zh: '临沧' },
  '/Linghai': { name_zh: '凌海' },
  '/Lingwu': { name_zh: '灵武' },
  '/Linqu': { name_zh: '临朐' },
  '/Liuku': { name_zh: '六库' },
  '/Longling County': { name_en: 'Longling', name_zh: '龙陵' },
  '/Meihekou': { name_zh: '梅河口' },
  '/Mengyin': { name_zh: '蒙阴' },
  '/Mianzhu, Deyang, Sichuan': { name_en: 'Mianzhu', name_zh: '绵竹' },
  '/Ningyang': { name_zh: '宁阳' },
  '/Panshan': { name_zh: '盘山' },
  '/Pingwu County': { name_en: 'Pingwu', name_zh: '平武' },
  '/Pingyin': { name_zh: '平阴' },
  '/Pizhou': { name_zh: '邳州' },
  '/Pyinmana': { name_zh: '彬马那' },
  '/Qiongshan': { name_zh: '琼山' },
  '/Rugao': { name_zh: '如皋' },
  '/Sha Tin': { name_zh: '沙田' },
  '/Shangluo': { name_zh: '商洛' },
  '/Shangri-La': { name_zh: '香格里拉' },
  '/Shanting': { name_zh: '山亭' },
  '/Shitanjing': { name_zh: '石炭井' },
  '/Shixing': { name_zh: '始兴' },
  '/Shizuishan': { name_zh: '石嘴山' },
  '/Shouguang': { name_zh: '寿光' },
  '/Sujiatun': { name_zh: '苏家屯' },
  '/Suqian': { name_zh: '宿迁' },
  '/Taoyuan City': { name_en: 'Taoyuan', name_zh: '桃园' },
  '/Tseung Kwan O': { name_zh: '将军澳' },
  '/Tsing Yi Town': { name_en: 'Tsing Yi', name_zh: '青衣' },
  '/Tsuen Wan': { name_zh: '荃湾' },
  '/Wanzhou': { name_zh: '万州' },
  '/Weining': { name_zh: '威宁' },
  '/Wenshang': { name_zh: '汶上' },
  '/Wimbledon': { name_zh: '温布尔登' },
  '/Xianning': { name_zh: '咸宁' },
  '/Xingcheng': { name_zh: '兴城' },
  '/Xintai': { name_zh: '新泰' },
  '/Xunyang': { name_zh: '旬阳' },
  '/Yima': { name_zh: '义马' },
  '/Yuen Long Kau Hui': { name_en: 'Yuen Long', name_zh: '元朗' },
  '/Yuzhno-Kurilsk': { name_zh: '南库里尔斯克' },
  '/Zaoyang': { name_zh: '枣阳' },
  '/Zhengding': { name_zh: '正定' },
  '/Zhongxiang': { name_zh: '钟祥' },
  '/Zhu Cheng City': { name_en: 'Zhucheng', name_zh: '诸城' },
}

const CORRECTIONS = {
  places: PLACES,
  states: STATES,
  countries: COUNTRIES,
  rivers: RIVERS,
  lakes: LAKES,
  settlements: SETTLEMENTS,
}

/**
 * The corrected names of a record; a missing one is left out, so that the style falls back to the other.
 * Two places of one country with one English name are distinguished by `@latitude,longitude` in whole degrees.
 */
export function namesOf(
  kind: keyof typeof CORRECTIONS | 'other',
  record: Record<string, unknown>,
): Record<string, string> {
  const key = `${record.a3 ?? ''}/${record.name_en ?? ''}`
  const corrected: Names = kind === 'other' ? {} : (CORRECTIONS[kind][key] ?? {})
  const curated =
    kind === 'places' ? (placeNamesZh.get(keyWithPosition(key, record)) ?? placeNamesZh.get(key)) : undefined
  const found: Record<string, string> = {}
  const english = corrected.name_en ?? record.name_en
  const chinese = corrected.name_zh ?? curated ?? record.name_zh
  if (english) found.name_en = String(english)
  if (chinese) found.name_zh = String(chinese)
  return found
}

const placeNamesZh = new Map(Object.entries(PLACE_NAMES_ZH))

function keyWithPosition(key: string, { lat, lon }: Record<string, unknown>): string {
  return `${key}@${Math.round(Number(lat))},${Math.round(Number(lon))}`
}
