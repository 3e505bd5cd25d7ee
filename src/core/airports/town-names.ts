import { type Lang, languageOf } from '../../locales/languages.ts'
import type { Airport } from './airport.ts'

/** Common names of towns, by airport, for which the list has a prefecture: Chinese, English. */
const TOWNS: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  ZBAL: ['阿拉善左旗', 'Alxa Left'],
  ZBAR: ['阿拉善右旗', 'Alxa Right'],
  ZBEN: ['额济纳旗', 'Ejin'],
  ZBER: ['二连浩特', 'Erenhot'],
  ZBES: ['阿尔山', 'Arxan'],
  ZBUL: ['乌兰浩特', 'Ulanhot'],
  ZBXH: ['锡林浩特', 'Xilinhot'],
  ZGXX: ['湘西', 'Xiangxi'],
  ZHES: ['恩施', 'Enshi'],
  ZHSN: ['神农架', 'Shennongjia'],
  ZLDL: ['德令哈', 'Delingha'],
  ZLGL: ['玛沁', 'Maqên'],
  ZLGM: ['格尔木', 'Golmud'],
  ZLHB: ['祁连', 'Qilian'],
  ZLHX: ['茫崖', 'Mangnai'],
  ZLXH: ['夏河', 'Xiahe'],
  ZLYS: ['玉树', 'Yushu'],
  ZPDL: ['大理', 'Dali'],
  ZPDQ: ['香格里拉', 'Shangri-La'],
  ZPJH: ['景洪', 'Jinghong'],
  ZPMS: ['芒市', 'Mangshi'],
  ZPWS: ['文山', 'Wenshan'],
  ZUAL: ['阿里', 'Ngari'],
  ZUDC: ['稻城', 'Daocheng'],
  ZUGZ: ['甘孜', 'Garzê'],
  ZUHY: ['红原', 'Hongyuan'],
  ZUJZ: ['九寨沟', 'Jiuzhaigou'],
  ZUKD: ['康定', 'Kangding'],
  ZUKJ: ['凯里', 'Kaili'],
  ZULB: ['荔波', 'Libo'],
  ZUNP: ['黎平', 'Liping'],
  ZUPL: ['普兰', 'Burang'],
  ZUXC: ['西昌', 'Xichang'],
  ZUYI: ['兴义', 'Xingyi'],
  ZWAK: ['阿克苏', 'Aksu'],
  ZWAT: ['阿勒泰', 'Altay'],
  ZWBL: ['博乐', 'Bole'],
  ZWCM: ['且末', 'Qiemo'],
  ZWFY: ['富蕴', 'Fuyun'],
  ZWHJ: ['和静', 'Hejing'],
  ZWKC: ['库车', 'Kuqa'],
  ZWKL: ['库尔勒', 'Korla'],
  ZWKN: ['喀纳斯', 'Kanas'],
  ZWNL: ['新源', 'Xinyuan'],
  ZWQT: ['奇台', 'Qitai'],
  ZWRQ: ['若羌', 'Ruoqiang'],
  ZWSC: ['莎车', 'Shache'],
  ZWSH: ['喀什', 'Kashgar'],
  ZWTC: ['塔城', 'Tacheng'],
  ZWTK: ['塔什库尔干', 'Taxkorgan'],
  ZWTN: ['和田', 'Hotan'],
  ZWYN: ['伊宁', 'Yining'],
  ZWYT: ['于田', 'Yutian'],
  ZWZS: ['昭苏', 'Zhaosu'],
  ZYJD: ['加格达奇', 'Jiagedaqi'],
  ZYMH: ['漠河', 'Mohe'],
  ZYTH: ['塔河', 'Tahe'],
  ZYYJ: ['延吉', 'Yanji'],
}

/** The short name of an airport's town, `芒市`, `南昌`, `Shanghai`; empty if unknown. */
export function shortTown({ icao, city, cityEn, name, nameEn }: Airport, lang: Lang): string {
  const [zh, en] = TOWNS[icao] ?? [city, cityEn]
  if (languageOf(lang).names === 'en') return en ?? nameEn ?? name ?? ''
  // A name of two characters needs the second: `芒市`.
  return zh?.replace(/(?<=..)(特别行政区|林区|市|县|地区|盟)$/, '') ?? name ?? nameEn ?? ''
}
