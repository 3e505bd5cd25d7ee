/**
 * What the list of airports does not carry: IATA code (`-` for none), size (large, medium, small) and English name
 * of the airports of China, by ICAO code. From OurAirports, in the public domain.
 */
export const AIRPORT_NAMES = `
RCBS KNH M Kinmen Airport
RCCM CMJ S Qimei Airport
RCFG LZN M Matsu Nangan Airport
RCFN TTT M Taitung Airport
RCGI GNI S Lyudao Airport
RCKH KHH L Kaohsiung International Airport
RCKU CYI M Chiayi Airport
RCKW HCN M Hengchun Airport
RCLY KYD M Lanyu Airport
RCMQ RMQ M Taichung International Airport
RCMT MFK M Matsu Beigan Airport
RCNN TNN M Tainan International Airport
RCPO HSZ M Hsinchu Air Base
RCQC MZG M Penghu Magong Airport
RCSQ PIF M Pingtung North Airport
RCSS TSA M Taipei Songshan Airport
RCTP TPE L Taiwan Taoyuan International Airport
RCWA WOT S Wang'an Airport
RCYU HUN M Hualien Airport
VHHH HKG L Hong Kong International Airport
VMMC MFM L Macau International Airport
ZBAA PEK L Beijing Capital International Airport
ZBAD PKX L Beijing Daxing International Airport
ZBAL AXF M Alxa Left Banner Bayanhot Airport
ZBAR RHT S Alxa Right Banner Badanjilin Airport
ZBCD CDE M Chengde Puning Airport
ZBCF CIF M Chifeng Yulong Airport
ZBCZ CIH S Changzhi Wangcun Airport
ZBDH BPE M Qinhuangdao Beidaihe Airport
ZBDS DSN M Ordos Ejin Horo Airport
ZBDT DAT S Datong Yungang Airport
ZBEN EJN S Ejin Banner Taolai Airport
ZBER ERL M Erenhot Saiwusu International Airport
ZBES YIE M Arxan Yi'ershi Airport
ZBHD HDG M Handan Airport
ZBHH HET L Hohhot Baita International Airport
ZBHZ HUO M Holingol Huolinhe Airport
ZBLA HLD M Hulunbuir Hailar Airport
ZBLF LFQ M Linfen Yaodu Airport
ZBLL LLV M Lüliang Dawu Airport
ZBMZ NZH M Manzhouli Xijiao Airport
ZBOW BAV M Baotou Donghe Airport
ZBSG SZH S Shuozhou Zirun Airport
ZBSJ SJW M Shijiazhuang Zhengding International Airport
ZBSN TVS S Tangshan Sannühe Airport
ZBTJ TSN L Tianjin Binhai International Airport
ZBTL TGO M Tongliao Airport
ZBUC UCB M Ulanqab Jining Airport
ZBUH WUA S Wuhai Airport
ZBUL HLH S Ulanhot Yilelite Airport
ZBXH XIL M Xilinhot Airport
ZBXT XNT S Xingtai Dalian Airport
ZBXZ WUT S Xinzhou Wutaishan Airport
ZBYC YCU M Yuncheng Zhangxiao Airport
ZBYN TYN L Taiyuan Wusu Airport
ZBYZ RLK M Bayannur Tianjitai Airport
ZBZJ ZQZ M Zhangjiakou Ningyuan Airport
ZBZL NZL M Zhalantun Genghis Khan Airport
ZGBH BHY M Beihai Fucheng Airport
ZGBS AEB M Baise (Bose) Bama Airport
ZGCD CGD M Changde Taohuayuan Airport
ZGCJ HJJ M Huaihua Zhijiang Airport
ZGCZ HCZ M Chenzhou Beihu Airport
ZGDY DYG S Zhangjiajie Hehua International Airport
ZGFS FUO M Foshan Shadi Airport
ZGGG CAN L Guangzhou Baiyun International Airport
ZGHA CSX L Changsha Huanghua International Airport
ZGHC HCJ M Hechi Jinchengjiang Airport
ZGHY HNY S Hengyang Nanyue Airport
ZGHZ HUZ M Huizhou Pingtan Airport
ZGKL KWL L Guilin Liangjiang International Airport
ZGLG LLF M Yongzhou Lingling Airport
ZGMX MXZ S Meizhou Meixian Changgangji International Airport
ZGNN NNG L Nanning Wuxu Airport
ZGOW SWA M Jieyang Chaoshan International Airport
ZGSD ZUH M Zhuhai Jinwan Airport
ZGSG HSC M Shaoguan Danxia Airport
ZGSY WGN M Shaoyang Wugang Airport
ZGSZ SZX L Shenzhen Bao'an International Airport
ZGWZ WUZ M Wuzhou Xijiang Airport
ZGXX DXJ S Xiangxi Biancheng Airport
ZGYL YLX M Yulin Fumian Airport
ZGYY YYA M Yueyang Sanhe Airport
ZGZH LZH M Liuzhou Bailian Airport
ZGZJ ZHA M Zhanjiang Wuchuan Airport
ZHCC CGO L Zhengzhou Xinzheng International Airport
ZHEC EHU L Ezhou Huahu Airport
ZHES ENH M Enshi Xujiaping Airport
ZHHH WUH L Wuhan Tianhe International Airport
ZHJZ SHS M Jingzhou Shashi Airport
ZHLY LYA M Luoyang Beijiao Airport
ZHNY NNY S Nanyang Jiangying Airport
ZHQQ HQQ S Anyang Hongqiqu Airport
ZHSN HPG M Shennongjia Hongping Airport
ZHSY WDS M Shiyan Wudangshan Airport
ZHXF XFN M Xiangyang Liuji Airport
ZHXY XAI M Xinyang Minggang Airport
ZHYC YIH M Yichang Sanxia Airport
ZJHK HAK L Haikou Meilan International Airport
ZJQH BAR M Qionghai Bo'ao Airport
ZJSY SYX L Sanya Phoenix International Airport
ZJYX XYI S Yongxing Dao (Woody Island) Airport
ZLAK AKA S Ankang Fuqiang Airport
ZLDH DNH M Dunhuang Mogao International Airport
ZLDL HXD S Delingha Airport
ZLGL GMQ M Golog Maqên Airport
ZLGM GOQ M Golmud Airport
ZLGY GYU M Guyuan Liupanshan Airport
ZLHB HBQ S Haibei Qilian Airport
ZLHX HTT M Huatugou Airport
ZLHZ HZG S Hanzhong Chenggu Airport
ZLIC INC M Yinchuan Hedong International Airport
ZLJC JIC S Jinchang Jinchuan Airport
ZLJQ JGN S Jiayuguan Airport
ZLLL LHW L Lanzhou Zhongchuan International Airport
ZLLN LNL M Longnan Chengzhou Airport
ZLQY IQN M Qingyang Xifeng Airport
ZLTS THQ M Tianshui Maijishan Airport
ZLXH GXH M Gannan Xiahe Airport
ZLXN XNN M Xining Caojiabao International Airport
ZLXY XIY L Xi'an Xianyang International Airport
ZLYA ENY M Yan'an Nanniwan Airport
ZLYL UYN S Yulin Yuyang Airport
ZLYS YUS M Yushu Batang Airport
ZLZW ZHY M Zhongwei Shapotou Airport
ZLZY YZY S Zhangye Ganzhou Airport
ZPBS BSD M Baoshan Yunrui Airport
ZPCW CWJ M Cangyuan Washan Airport
ZPDL DLU M Dali Fengyi Airport
ZPDQ DIG M Diqing Shangri-La Airport
ZPJH JHG M Xishuangbanna Gasa International Airport
ZPJM JMJ M Lancang Jingmai Airport
ZPLC LNJ M Lincang Boshang Airport
ZPLJ LJG M Lijiang Sanyi International Airport
ZPMS LUM M Dehong Mangshi Airport
ZPNL NLH M Ninglang Luguhu Airport
ZPPP KMG L Kunming Changshui International Airport
ZPSM SYM S Pu'er Simao Airport
ZPWS WNH S Wenshan Puzhehei Airport
ZPZT ZAT S Zhaotong Airport
ZSAM XMN L Xiamen Gaoqi International Airport
ZSAQ AQG M Anqing Tianzhushan Airport
ZSBB BFU M Bengbu Tenghu Airport
ZSCG CZX M Changzhou Benniu International Airport
ZSCN KHN L Nanchang Changbei International Airport
ZSDY DOY M Dongying Shengli Airport
ZSFY FUG M Fuyang Xiguan Airport
ZSFZ FOC L Fuzhou Changle International Airport
ZSGS JGS M Jinggangshan Airport
ZSGZ KOW S Ganzhou Huangjin Airport
ZSHC HGH L Hangzhou Xiaoshan International Airport
ZSHZ HZA M Heze Mudan Airport
ZSJD JDZ M Jingdezhen Luojia Airport
ZSJG JNG M Jining Da'an Airport
ZSJH JUH S Chizhou Jiuhuashan Airport
ZSJJ JIU S Jiujiang Lushan Airport
ZSJN TNA L Jinan Yaoqiang International Airport
ZSJU JUZ M Quzhou Airport
ZSLG LYG M Lianyungang Huaguoshan International Airport
ZSLO LCX M Longyan Guanzhishan Airport
ZSLQ HYN M Taizhou Luqiao Airport
ZSLR LIJ S Lishui Airport
ZSLY LYI M Linyi Qiyang Airport
ZSNB NGB L Ningbo Lishe International Airport
ZSNJ NKG L Nanjing Lukou International Airport
ZSNT NTG M Nantong Xingdong International Airport
ZSOF HFE M Hefei Xinqiao International Airport
ZSPD PVG L Shanghai Pudong International Airport
ZSQD TAO L Qingdao Jiaodong International Airport
ZSQZ JJN M Quanzhou Jinjiang International Airport
ZSRZ RIZ M Rizhao Shanzihe Airport
ZSSH HIA M Huai'an Lianshui International Airport
ZSSM SQJ M Sanming Shaxian Airport
ZSSR SQD M Shangrao Sanqingshan Airport
ZSSS SHA L Shanghai Hongqiao International Airport
ZSTX TXN M Tunxi International Airport
ZSWA WHA M Wuhu Xuanzhou Airport
ZSWF WEF M Weifang Nanyuan Airport
ZSWH WEH M Weihai Dashuibo Airport
ZSWX WUX M Sunan Shuofang International Airport
ZSWY WUS M Nanping Wuyishan Airport
ZSWZ WNZ L Wenzhou Longwan International Airport
ZSXZ XUZ M Xuzhou Guanyin International Airport
ZSYA YTY M Yangzhou Taizhou Airport
ZSYC YIC M Yichun Mingyueshan Airport
ZSYN YNZ M Yancheng Nanyang International Airport
ZSYT YNT L Yantai Penglai International Airport
ZSYW YIW M Yiwu Airport
ZSZS HSN M Zhoushan Putuoshan Airport
ZUAL NGQ M Ngari Gunsa Airport
ZUAS AVA M Anshun Huangguoshu Airport
ZUBC BCJ S Beichuan Yongchang Airport
ZUBD BPX M Qamdo Bangda Airport
ZUBJ BFJ M Bijie Feixiong Airport
ZUBZ BZX S Bazhong Enyang Airport
ZUCK CKG L Chongqing Jiangbei International Airport
ZUDA DZH M Dazhou Jinya Airport
ZUDC DCY M Daocheng Yading Airport
ZUDR DDR M Rikaze Dingri Airport
ZUDX DAX S Dachuan Airport
ZUGH GHN S Guanghan Airport
ZUGU GYS M Guangyuan Panlong Airport
ZUGY KWE L Guiyang Longdongbao International Airport
ZUGZ GZG S Garze Gesar Airport
ZUHY AHJ M Hongyuan Airport
ZUJZ JZH M Jiuzhai Huanglong Airport
ZUKD KGT M Kangding Airport
ZUKJ KJH M Kaili Huangping Airport
ZULA LZG M Langzhong Gucheng Airport
ZULB LLB S Libo Airport
ZULS LXA M Lhasa Gonggar Airport
ZULZ LZO M Luzhou Yunlong Airport
ZUMT WMT M Zunyi Maotai Airport
ZUMY MIG M Mianyang Nanjiao Airport
ZUNC NAO S Nanchong Gaoping Airport
ZUNP HZH M Liping Airport
ZUNZ LZY M Nyingchi Mainling Airport
ZUPL APJ M Ali Pulan Airport
ZUPS LPF M Liupanshui Yuezhao Airport
ZUQJ JIQ M Qianjiang Wulingshan Airport
ZURK RKZ M Xigaze Peace Airport
ZUSH LGZ S Shannan Longzi Airport
ZUTC TCZ M Tengchong Tuofeng Airport
ZUTF TFU L Chengdu Tianfu International Airport
ZUTR TEN M Tongren Fenghuang Airport
ZUUU CTU L Chengdu Shuangliu International Airport
ZUWL CQW M Chongqing Xiannüshan Airport
ZUWS WSK S Chongqing Wushan Airport
ZUWX WXN S Wanzhou Wuqiao Airport
ZUXC XIC M Xichang Qingshan Airport
ZUYB YBP M Yibin Wuliangye Airport
ZUYI ACX M Xingyi Wanfenglin Airport
ZUZH PZI M Panzhihua Bao'anying Airport
ZUZY ZYI M Zunyi Xinzhou Airport
ZWAK AKU M Aksu Hongqipo Airport
ZWAL ACF S Aral Tarim Airport
ZWAT AAT M Altay Xuedu Airport
ZWBL BPL M Bole Alashankou Airport
ZWCM IQM M Qiemo Yudu Airport
ZWFY FYN M Fuyun Koktokay Airport
ZWHJ HJB S Hejing Bayinbuluke Airport
ZWHM HMI M Hami Airport
ZWHZ SHF S Shihezi Huayuan Airport
ZWKC KCA S Kuqa Qiuci Airport
ZWKL KRL M Korla Licheng Airport
ZWKM KRY S Karamay Airport
ZWKN KJI M Burqin Kanas Airport
ZWLK DHH S Balikun Dahe Airport
ZWNL NLT M Xinyuan Nalati Airport
ZWQT JBK S Qitai Jiangbulake Airport
ZWRQ RQA M Ruoqiang Loulan Airport
ZWSC QSZ M Shache Airport
ZWSH KHG M Kashgar Airport
ZWTC TCG S Tacheng Qianquan Airport
ZWTK HQL M Tashikuergan Hongqilafu Airport
ZWTN HTN M Hotan Airport
ZWTP TLQ S Turpan Jiaohe Airport
ZWTS TWC S Tumxuk Tangwangcheng Airport
ZWWW URC L Ürümqi Diwopu International Airport
ZWYN YIN S Yining Airport
ZWYT YTW S Yutian Wanfang Airport
ZWZS ZFL S Zhaosu Tianma Airport
ZYAS AOG M Anshan Teng'ao Airport
ZYBA DBC M Baicheng Chang'an Airport
ZYBS NBS M Changbaishan Airport
ZYCC CGQ L Changchun Longjia International Airport
ZYCH CNI M Changhai Airport
ZYCY CHG M Chaoyang Airport
ZYDD DDG M Dandong Langtou Airport
ZYDQ DQA S Daqing Sartu Airport
ZYDU DTU M Wudalianchi Dedu Airport
ZYFY FYJ M Fuyuan Dongji Airport
ZYHB HRB L Harbin Taiping International Airport
ZYHE HEK M Heihe Aihui Airport
ZYJD JGD M Daxing'anling Elunchun Airport
ZYJM JMU M Jiamusi Dongjiao Airport
ZYJS JSJ M Jiansanjiang Shidi Airport
ZYJX JXA M Jixi Xingkaihu Airport
ZYJZ JNZ M Jinzhou Bay Airport
ZYLD LDS M Yichun Lindu Airport
ZYMD MDG M Mudanjiang Hailang International Airport
ZYMH OHE M Mohe Gulian Airport
ZYNJ NJJ S Nenjiang Melgen Airport
ZYQQ NDG M Qiqihar Sanjiazi Airport
ZYSD HSF S Suifenhe Dongning Airport
ZYSQ YSQ M Songyuan Chaganhu Airport
ZYTH - S Tahe Airport
ZYTL DLC L Dalian Zhoushuizi International Airport
ZYTN TNH M Tonghua Sanyuanpu Airport
ZYTX SHE L Shenyang Taoxian International Airport
ZYYJ YNJ M Yanji Chaoyangchuan Airport
ZYYK YKH M Yingkou Lanqi Airport
`
