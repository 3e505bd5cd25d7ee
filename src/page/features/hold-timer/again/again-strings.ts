/** The words of the chance of another strike; they load with the panel. */
export const againStrings = {
  en: {
    unknown: 'Another strike within {{km}} km? Unknown: data interrupted.',
    now: '{{km}} km quiet for {{quiet}} min: another strike within {{within}} min in {{percent}} % of {{cases}} cases.',
    goingOn: 'Going on after {{minutes}} min: {{percents}} %, closed {{closed}} % as long.',
    place: 'Counted here {{from}} to {{to}}.',
    server: 'Counted at all places here {{from}} to {{to}}.',
    recorded: 'From recorded storms, not yet here.',
    simulated: 'Simulated strikes.',
    or: ' / ',
  },
  zh: {
    unknown: '{{km}} km 内会再有闪电吗？数据中断，未知。',
    now: '{{km}} km 内已平静 {{quiet}} 分钟：{{cases}} 个同类例子中，{{percent}} % 在 {{within}} 分钟内再次出现闪电。',
    goingOn: '若 {{minutes}} 分钟后恢复作业：{{percents}} %，停工时间比 {{closed}} %。',
    place: '按本站 {{from}} 至 {{to}} 实况统计。',
    server: '按本服务器全部地点 {{from}} 至 {{to}} 实况统计。',
    recorded: '按已记录的雷暴统计，本站尚无足够实况。',
    simulated: '模拟闪电。',
    or: ' / ',
  },
}
