/** The words of the chance of another strike; they load with the panel. */
export const againStrings = {
  en: {
    unknown: 'Another strike within {{km}} km? Unknown: data interrupted.',
    now: 'Quiet within {{km}} km for {{quiet}} min: another strike within {{within}} min in {{percent}} % of {{cases}} such cases.',
    goingOn:
      'Going on after {{minutes}} min: another strike in {{percents}} %, stopped for {{closed}} % of the time that {{longest}} min stop.',
    place: 'Counted here, {{from}} to {{to}}.',
    server: 'Counted at all places here, {{from}} to {{to}}.',
    recorded: 'Counted in recorded storms ({{km}} km), not yet here.',
    simulated: 'Simulated strikes.',
    or: ' / ',
  },
  zh: {
    unknown: '{{km}} km 内会再有闪电吗？数据中断，未知。',
    now: '{{km}} km 内已平静 {{quiet}} 分钟：{{cases}} 个同类例子中，{{percent}} % 在 {{within}} 分钟内再次出现闪电。',
    goingOn:
      '若 {{minutes}} 分钟后恢复作业：再次出现闪电 {{percents}} %，停工时间为 {{longest}} 分钟规则的 {{closed}} %。',
    place: '按本站 {{from}} 至 {{to}} 实况统计。',
    server: '按本服务器全部地点 {{from}} 至 {{to}} 实况统计。',
    recorded: '按已记录的雷暴统计（{{km}} km），本站尚无足够实况。',
    simulated: '模拟闪电。',
    or: ' / ',
  },
}
