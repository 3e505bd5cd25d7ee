/**
 * What the list of airports does not carry: IATA code (`-` for none) and English name of the airports of China, by ICAO
 * code. From OurAirports, in the public domain.
 */
export const AIRPORT_NAMES = `
RCBS KNH Kinmen Airport
RCCM CMJ Qimei Airport
RCFG LZN Matsu Nangan Airport
RCFN TTT Taitung Airport
RCGI GNI Lyudao Airport
RCKH KHH Kaohsiung International Airport
RCKU CYI Chiayi Airport
RCKW HCN Hengchun Airport
RCLY KYD Lanyu Airport
RCMQ RMQ Taichung International Airport
RCMT MFK Matsu Beigan Airport
RCNN TNN Tainan International Airport
RCPO HSZ Hsinchu Air Base
RCQC MZG Penghu Magong Airport
RCSQ PIF Pingtung North Airport
RCSS TSA Taipei Songshan Airport
RCTP TPE Taiwan Taoyuan International Airport
RCWA WOT Wang'an Airport
RCYU HUN Hualien Airport
VHHH HKG Hong Kong International Airport
VMMC MFM Macau International Airport
ZBAA PEK Beijing Capital International Airport
ZBAD PKX Beijing Daxing International Airport
ZBAL AXF Alxa Left Banner Bayanhot Airport
ZBAR RHT Alxa Right Banner Badanjilin Airport
ZBCD CDE Chengde Puning Airport
ZBCF CIF Chifeng Yulong Airport
ZBCZ CIH Changzhi Wangcun Airport
ZBDH BPE Qinhuangdao Beidaihe Airport
ZBDS DSN Ordos Ejin Horo Airport
ZBDT DAT Datong Yungang Airport
ZBEN EJN Ejin Banner Taolai Airport
ZBER ERL Erenhot Saiwusu International Airport
ZBES YIE Arxan Yi'ershi Airport
ZBHD HDG Handan Airport
ZBHH HET Hohhot Baita International Airport
ZBHZ HUO Holingol Huolinhe Airport
ZBLA HLD Hulunbuir Hailar Airport
ZBLF LFQ Linfen Yaodu Airport
ZBLL LLV Lüliang Dawu Airport
ZBMZ NZH Manzhouli Xijiao Airport
ZBOW BAV Baotou Donghe Airport
ZBSG SZH Shuozhou Zirun Airport
ZBSJ SJW Shijiazhuang Zhengding International Airport
ZBSN TVS Tangshan Sannühe Airport
ZBTJ TSN Tianjin Binhai International Airport
ZBTL TGO Tongliao Airport
ZBUC UCB Ulanqab Jining Airport
ZBUH WUA Wuhai Airport
ZBUL HLH Ulanhot Yilelite Airport
ZBXH XIL Xilinhot Airport
ZBXT XNT Xingtai Dalian Airport
ZBXZ WUT Xinzhou Wutaishan Airport
ZBYC YCU Yuncheng Zhangxiao Airport
ZBYN TYN Taiyuan Wusu Airport
ZBYZ RLK Bayannur Tianjitai Airport
ZBZJ ZQZ Zhangjiakou Ningyuan Airport
ZBZL NZL Zhalantun Genghis Khan Airport
ZGBH BHY Beihai Fucheng Airport
ZGBS AEB Baise (Bose) Bama Airport
ZGCD CGD Changde Taohuayuan Airport
ZGCJ HJJ Huaihua Zhijiang Airport
ZGCZ HCZ Chenzhou Beihu Airport
ZGDY DYG Zhangjiajie Hehua International Airport
ZGFS FUO Foshan Shadi Airport
ZGGG CAN Guangzhou Baiyun International Airport
ZGHA CSX Changsha Huanghua International Airport
ZGHC HCJ Hechi Jinchengjiang Airport
ZGHY HNY Hengyang Nanyue Airport
ZGHZ HUZ Huizhou Pingtan Airport
ZGKL KWL Guilin Liangjiang International Airport
ZGLG LLF Yongzhou Lingling Airport
ZGMX MXZ Meizhou Meixian Changgangji International Airport
ZGNN NNG Nanning Wuxu Airport
ZGOW SWA Jieyang Chaoshan International Airport
ZGSD ZUH Zhuhai Jinwan Airport
ZGSG HSC Shaoguan Danxia Airport
ZGSY WGN Shaoyang Wugang Airport
ZGSZ SZX Shenzhen Bao'an International Airport
ZGWZ WUZ Wuzhou Xijiang Airport
ZGXX DXJ Xiangxi Biancheng Airport
ZGYL YLX Yulin Fumian Airport
ZGYY YYA Yueyang Sanhe Airport
ZGZH LZH Liuzhou Bailian Airport
ZGZJ ZHA Zhanjiang Wuchuan Airport
ZHCC CGO Zhengzhou Xinzheng International Airport
ZHEC EHU Ezhou Huahu Airport
ZHES ENH Enshi Xujiaping Airport
ZHHH WUH Wuhan Tianhe International Airport
ZHJZ SHS Jingzhou Shashi Airport
ZHLY LYA Luoyang Beijiao Airport
ZHNY NNY Nanyang Jiangying Airport
ZHQQ HQQ Anyang Hongqiqu Airport
ZHSN HPG Shennongjia Hongping Airport
ZHSY WDS Shiyan Wudangshan Airport
ZHXF XFN Xiangyang Liuji Airport
ZHXY XAI Xinyang Minggang Airport
ZHYC YIH Yichang Sanxia Airport
ZJHK HAK Haikou Meilan International Airport
ZJQH BAR Qionghai Bo'ao Airport
ZJSY SYX Sanya Phoenix International Airport
ZJYX XYI Yongxing Dao (Woody Island) Airport
ZLAK AKA Ankang Fuqiang Airport
ZLDH DNH Dunhuang Mogao International Airport
ZLDL HXD Delingha Airport
ZLGL GMQ Golog Maqên Airport
ZLGM GOQ Golmud Airport
ZLGY GYU Guyuan Liupanshan Airport
ZLHB HBQ Haibei Qilian Airport
ZLHX HTT Huatugou Airport
ZLHZ HZG Hanzhong Chenggu Airport
ZLIC INC Yinchuan Hedong International Airport
ZLJC JIC Jinchang Jinchuan Airport
ZLJQ JGN Jiayuguan Airport
ZLLL LHW Lanzhou Zhongchuan International Airport
ZLLN LNL Longnan Chengzhou Airport
ZLQY IQN Qingyang Xifeng Airport
ZLTS THQ Tianshui Maijishan Airport
ZLXH GXH Gannan Xiahe Airport
ZLXN XNN Xining Caojiabao International Airport
ZLXY XIY Xi'an Xianyang International Airport
ZLYA ENY Yan'an Nanniwan Airport
ZLYL UYN Yulin Yuyang Airport
ZLYS YUS Yushu Batang Airport
ZLZW ZHY Zhongwei Shapotou Airport
ZLZY YZY Zhangye Ganzhou Airport
ZPBS BSD Baoshan Yunrui Airport
ZPCW CWJ Cangyuan Washan Airport
ZPDL DLU Dali Fengyi Airport
ZPDQ DIG Diqing Shangri-La Airport
ZPJH JHG Xishuangbanna Gasa International Airport
ZPJM JMJ Lancang Jingmai Airport
ZPLC LNJ Lincang Boshang Airport
ZPLJ LJG Lijiang Sanyi International Airport
ZPMS LUM Dehong Mangshi Airport
ZPNL NLH Ninglang Luguhu Airport
ZPPP KMG Kunming Changshui International Airport
ZPSM SYM Pu'er Simao Airport
ZPWS WNH Wenshan Puzhehei Airport
ZPZT ZAT Zhaotong Airport
ZSAM XMN Xiamen Gaoqi International Airport
ZSAQ AQG Anqing Tianzhushan Airport
ZSBB BFU Bengbu Tenghu Airport
ZSCG CZX Changzhou Benniu International Airport
ZSCN KHN Nanchang Changbei International Airport
ZSDY DOY Dongying Shengli Airport
ZSFY FUG Fuyang Xiguan Airport
ZSFZ FOC Fuzhou Changle International Airport
ZSGS JGS Jinggangshan Airport
ZSGZ KOW Ganzhou Huangjin Airport
ZSHC HGH Hangzhou Xiaoshan International Airport
ZSHZ HZA Heze Mudan Airport
ZSJD JDZ Jingdezhen Luojia Airport
ZSJG JNG Jining Da'an Airport
ZSJH JUH Chizhou Jiuhuashan Airport
ZSJJ JIU Jiujiang Lushan Airport
ZSJN TNA Jinan Yaoqiang International Airport
ZSJU JUZ Quzhou Airport
ZSLG LYG Lianyungang Huaguoshan International Airport
ZSLO LCX Longyan Guanzhishan Airport
ZSLQ HYN Taizhou Luqiao Airport
ZSLR LIJ Lishui Airport
ZSLY LYI Linyi Qiyang Airport
ZSNB NGB Ningbo Lishe International Airport
ZSNJ NKG Nanjing Lukou International Airport
ZSNT NTG Nantong Xingdong International Airport
ZSOF HFE Hefei Xinqiao International Airport
ZSPD PVG Shanghai Pudong International Airport
ZSQD TAO Qingdao Jiaodong International Airport
ZSQZ JJN Quanzhou Jinjiang International Airport
ZSRZ RIZ Rizhao Shanzihe Airport
ZSSH HIA Huai'an Lianshui International Airport
ZSSM SQJ Sanming Shaxian Airport
ZSSR SQD Shangrao Sanqingshan Airport
ZSSS SHA Shanghai Hongqiao International Airport
ZSTX TXN Tunxi International Airport
ZSWA WHA Wuhu Xuanzhou Airport
ZSWF WEF Weifang Nanyuan Airport
ZSWH WEH Weihai Dashuibo Airport
ZSWX WUX Sunan Shuofang International Airport
ZSWY WUS Nanping Wuyishan Airport
ZSWZ WNZ Wenzhou Longwan International Airport
ZSXZ XUZ Xuzhou Guanyin International Airport
ZSYA YTY Yangzhou Taizhou Airport
ZSYC YIC Yichun Mingyueshan Airport
ZSYN YNZ Yancheng Nanyang International Airport
ZSYT YNT Yantai Penglai International Airport
ZSYW YIW Yiwu Airport
ZSZS HSN Zhoushan Putuoshan Airport
ZUAL NGQ Ngari Gunsa Airport
ZUAS AVA Anshun Huangguoshu Airport
ZUBC BCJ Beichuan Yongchang Airport
ZUBD BPX Qamdo Bangda Airport
ZUBJ BFJ Bijie Feixiong Airport
ZUBZ BZX Bazhong Enyang Airport
ZUCK CKG Chongqing Jiangbei International Airport
ZUDA DZH Dazhou Jinya Airport
ZUDC DCY Daocheng Yading Airport
ZUDR DDR Rikaze Dingri Airport
ZUDX DAX Dachuan Airport
ZUGH GHN Guanghan Airport
ZUGU GYS Guangyuan Panlong Airport
ZUGY KWE Guiyang Longdongbao International Airport
ZUGZ GZG Garze Gesar Airport
ZUHY AHJ Hongyuan Airport
ZUJZ JZH Jiuzhai Huanglong Airport
ZUKD KGT Kangding Airport
ZUKJ KJH Kaili Huangping Airport
ZULA LZG Langzhong Gucheng Airport
ZULB LLB Libo Airport
ZULS LXA Lhasa Gonggar Airport
ZULZ LZO Luzhou Yunlong Airport
ZUMT WMT Zunyi Maotai Airport
ZUMY MIG Mianyang Nanjiao Airport
ZUNC NAO Nanchong Gaoping Airport
ZUNP HZH Liping Airport
ZUNZ LZY Nyingchi Mainling Airport
ZUPL APJ Ali Pulan Airport
ZUPS LPF Liupanshui Yuezhao Airport
ZUQJ JIQ Qianjiang Wulingshan Airport
ZURK RKZ Xigaze Peace Airport
ZUSH LGZ Shannan Longzi Airport
ZUTC TCZ Tengchong Tuofeng Airport
ZUTF TFU Chengdu Tianfu International Airport
ZUTR TEN Tongren Fenghuang Airport
ZUUU CTU Chengdu Shuangliu International Airport
ZUWL CQW Chongqing Xiannüshan Airport
ZUWS WSK Chongqing Wushan Airport
ZUWX WXN Wanzhou Wuqiao Airport
ZUXC XIC Xichang Qingshan Airport
ZUYB YBP Yibin Wuliangye Airport
ZUYI ACX Xingyi Wanfenglin Airport
ZUZH PZI Panzhihua Bao'anying Airport
ZUZY ZYI Zunyi Xinzhou Airport
ZWAK AKU Aksu Hongqipo Airport
ZWAL ACF Aral Tarim Airport
ZWAT AAT Altay Xuedu Airport
ZWBL BPL Bole Alashankou Airport
ZWCM IQM Qiemo Yudu Airport
ZWFY FYN Fuyun Koktokay Airport
ZWHJ HJB Hejing Bayinbuluke Airport
ZWHM HMI Hami Airport
ZWHZ SHF Shihezi Huayuan Airport
ZWKC KCA Kuqa Qiuci Airport
ZWKL KRL Korla Licheng Airport
ZWKM KRY Karamay Airport
ZWKN KJI Burqin Kanas Airport
ZWLK DHH Balikun Dahe Airport
ZWNL NLT Xinyuan Nalati Airport
ZWQT JBK Qitai Jiangbulake Airport
ZWRQ RQA Ruoqiang Loulan Airport
ZWSC QSZ Shache Airport
ZWSH KHG Kashgar Airport
ZWTC TCG Tacheng Qianquan Airport
ZWTK HQL Tashikuergan Hongqilafu Airport
ZWTN HTN Hotan Airport
ZWTP TLQ Turpan Jiaohe Airport
ZWTS TWC Tumxuk Tangwangcheng Airport
ZWWW URC Ürümqi Diwopu International Airport
ZWYN YIN Yining Airport
ZWYT YTW Yutian Wanfang Airport
ZWZS ZFL Zhaosu Tianma Airport
ZYAS AOG Anshan Teng'ao Airport
ZYBA DBC Baicheng Chang'an Airport
ZYBS NBS Changbaishan Airport
ZYCC CGQ Changchun Longjia International Airport
ZYCH CNI Changhai Airport
ZYCY CHG Chaoyang Airport
ZYDD DDG Dandong Langtou Airport
ZYDQ DQA Daqing Sartu Airport
ZYDU DTU Wudalianchi Dedu Airport
ZYFY FYJ Fuyuan Dongji Airport
ZYHB HRB Harbin Taiping International Airport
ZYHE HEK Heihe Aihui Airport
ZYJD JGD Daxing'anling Elunchun Airport
ZYJM JMU Jiamusi Dongjiao Airport
ZYJS JSJ Jiansanjiang Shidi Airport
ZYJX JXA Jixi Xingkaihu Airport
ZYJZ JNZ Jinzhou Bay Airport
ZYLD LDS Yichun Lindu Airport
ZYMD MDG Mudanjiang Hailang International Airport
ZYMH OHE Mohe Gulian Airport
ZYNJ NJJ Nenjiang Melgen Airport
ZYQQ NDG Qiqihar Sanjiazi Airport
ZYSD HSF Suifenhe Dongning Airport
ZYSQ YSQ Songyuan Chaganhu Airport
ZYTH - Tahe Airport
ZYTL DLC Dalian Zhoushuizi International Airport
ZYTN TNH Tonghua Sanyuanpu Airport
ZYTX SHE Shenyang Taoxian International Airport
ZYYJ YNJ Yanji Chaoyangchuan Airport
ZYYK YKH Yingkou Lanqi Airport
`
