/** The words of the chance of another strike; they load with the panel. */
export const againStrings = {
  en: {
    unknown: 'Another strike within {{km}} km? Unknown: data interrupted.',
    now: 'No strike detected within {{km}} km for {{quiet}} min: another followed within {{within}} min in {{percent}}% of {{cases}} past cases.',
    justNow:
      'After a strike within {{km}} km, another followed within {{within}} min in {{percent}}% of {{cases}} past cases.',
    byHoldTime: 'Past cases by hold time, {{km}} km (statistics, not advice)',
    holdTime: 'Hold time',
    struck: 'Struck again within {{within}} min of its end',
    total: 'Time on hold',
    minutes: '{{minutes}} min',
    percent: '{{percent}}%',
    place: 'Counted here {{from}} to {{to}}.',
    server: 'Counted at all places here {{from}} to {{to}}.',
    recorded: 'From recorded storms, not yet here.',
    simulated: 'Simulated strikes.',
  },
  zh: {
    unknown: '{{km}} km 内会再有闪电吗？数据中断，未知。',
    now: '{{km}} km 内已 {{quiet}} 分钟未监测到闪电：{{cases}} 个同类例子中，{{percent}}% 在 {{within}} 分钟内再次出现闪电。',
    justNow: '{{km}} km 内有闪电后不久：{{cases}} 个同类例子中，{{percent}}% 在 {{within}} 分钟内再次出现闪电。',
    byHoldTime: '不同观察时间的历史统计，{{km}} km（非建议）',
    holdTime: '观察时间',
    struck: '结束后 {{within}} 分钟内再次出现闪电',
    total: '累计观察时间',
    minutes: '{{minutes}} 分钟',
    percent: '{{percent}}%',
    place: '按本站 {{from}} 至 {{to}} 实况统计。',
    server: '按本服务器全部地点 {{from}} 至 {{to}} 实况统计。',
    recorded: '按已记录的雷暴统计，本站尚无足够实况。',
    simulated: '模拟闪电。',
  },
}
