/** The words of the chance of another strike; they load with the panel. */
export const againStrings = {
  en: {
    unknown: 'Another strike within {{km}} km? Unknown: data interrupted.',
    now: '{{km}} km quiet for {{quiet}} min: another strike within {{within}} min in {{percent}}% of {{cases}} cases.',
    justNow:
      'Soon after a strike within {{km}} km another came within {{within}} min in {{percent}}% of {{cases}} cases.',
    goingOn: 'Going on after so many quiet minutes, {{km}} km',
    after: 'After',
    struck: 'Struck again within {{within}} min',
    closed: 'Time closed',
    minutes: '{{minutes}} min',
    percent: '{{percent}}%',
    place: 'Counted here {{from}} to {{to}}.',
    server: 'Counted at all places here {{from}} to {{to}}.',
    recorded: 'From recorded storms, not yet here.',
    simulated: 'Simulated strikes.',
  },
  zh: {
    unknown: '{{km}} km 内会再有闪电吗？数据中断，未知。',
    now: '{{km}} km 内已平静 {{quiet}} 分钟：{{cases}} 个同类例子中，{{percent}}% 在 {{within}} 分钟内再次出现闪电。',
    justNow: '{{km}} km 内有闪电后不久：{{cases}} 个同类例子中，{{percent}}% 在 {{within}} 分钟内再次出现闪电。',
    goingOn: '{{km}} km 内平静多久后恢复作业',
    after: '平静',
    struck: '{{within}} 分钟内再次出现闪电',
    closed: '停工时间',
    minutes: '{{minutes}} 分钟',
    percent: '{{percent}}%',
    place: '按本站 {{from}} 至 {{to}} 实况统计。',
    server: '按本服务器全部地点 {{from}} 至 {{to}} 实况统计。',
    recorded: '按已记录的雷暴统计，本站尚无足够实况。',
    simulated: '模拟闪电。',
  },
}
