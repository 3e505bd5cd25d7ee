import type { Alarm } from '../../contract/watch/alarms.ts'

/** Texts of alarms, for all outputs. */
export const alarmStrings = {
  en: {
    stage: {
      approach: 'Lightning may come within {{ringKm}} km of {{place}} in the next {{withinMin}} minutes',
      alert: 'Lightning within {{ringKm}} km of {{place}} (outer ring)',
      alarm: 'INNER RING: lightning within {{ringKm}} km of {{place}}',
      quiet:
        'No lightning detected within {{ringKm}} km of {{place}} for {{holdMin}} minutes (no data gaps). Not an all-clear.',
      /** For logs of versions whose alarms have no ring. */
      'quiet-rings':
        'No lightning detected within the rings of {{place}} for {{holdMin}} minutes (no data gaps). Not an all-clear.',
      'not-watched': 'Lightning data for {{place}} interrupted: conditions unknown. Not an all-clear.',
      category: '{{place}}: flight category {{category}}',
      wind: '{{place}}: wind or gusts of {{wind}}',
      visibility: '{{place}}: visibility {{metres}}',
      ceiling: '{{place}}: ceiling {{metres}}',
      speci: '{{place}}: SPECI received',
      overdue: '{{place}}: report overdue',
      'feed-lost': '{{feed}} data lost for 1 minute: conditions unknown since then',
      observed: '{{feed}} data are back',
      'channel-broken': 'No message sent through channel {{channel}} for 24 h',
      test: 'TEST of channel {{channel}}. No action needed.',
    },
    stageName: {
      approach: 'Approach',
      alert: 'Outer ring',
      alarm: 'Inner ring',
      quiet: 'No lightning',
      'not-watched': 'Data gap',
      category: 'Flight category',
      wind: 'Wind',
      visibility: 'Visibility',
      ceiling: 'Ceiling',
      speci: 'SPECI',
      overdue: 'Report overdue',
      stop: 'Work stop',
      'feed-lost': 'Feed lost',
      observed: 'Data back',
      'channel-broken': 'Channel failed',
      test: 'Test',
    },
    feed: { lightning: 'Lightning', reports: 'Report' },
    /** Units of sent messages; a page uses the viewer's units. */
    wind: '{{mps}} m/s',
    metres: '{{m}} m',
    simulated: 'SIMULATED DATA',
    /** Prefix of a title. */
    simulatedTitle: 'SIMULATED DATA: {{title}}',
    localTime: '{{time}} local ({{utc}} UTC)',
    struck: 'Struck: {{time}}',
    struckAway: 'Struck: {{time}}, {{km}} km away',
    perhaps: 'Location accuracy about {{errorKm}} km: possibly inside the ring, counted as inside.',
    arrival: 'Likely arrival: {{time}}',
    raised: 'Raised: {{time}}',
    watched: 'Data for {{percent}}% of the last {{holdMin}} minutes',
    disclaimer: 'For situational awareness. Not a warning system.',
  },
  zh: {
    stage: {
      approach: '雷暴可能移近{{place}}：{{withinMin}} 分钟内可能进入 {{ringKm}} km',
      alert: '{{place}} {{ringKm}} km 内有闪电（外圈）',
      alarm: '【内圈】{{place}} {{ringKm}} km 内有闪电',
      quiet: '{{place}} {{ringKm}} km 内 {{holdMin}} 分钟未监测到闪电，数据完整。不作为恢复作业的依据',
      'quiet-rings': '{{place}}各距离圈内 {{holdMin}} 分钟未监测到闪电，数据完整。不作为恢复作业的依据',
      'not-watched': '{{place}}闪电数据中断或曾中断，其间情况不明，不得视为无闪电',
      category: '{{place}}：飞行类别 {{category}}',
      wind: '{{place}}：风速（阵风）{{wind}}',
      visibility: '{{place}}：能见度 {{metres}}',
      ceiling: '{{place}}：云底高 {{metres}}',
      speci: '{{place}}：收到特殊报告（SPECI）',
      overdue: '{{place}}：报文未按时收到',
      'feed-lost': '{{feed}}数据已中断 1 分钟，此后情况不明',
      observed: '{{feed}}数据已恢复接收',
      'channel-broken': '通道 {{channel}} 已 24 小时未成功发送',
      test: '【测试】通道 {{channel}}，无需处置',
    },
    stageName: {
      approach: '可能移近',
      alert: '外圈闪电',
      alarm: '内圈闪电',
      quiet: '无闪电',
      'not-watched': '数据中断',
      category: '飞行类别',
      wind: '风',
      visibility: '能见度',
      ceiling: '云底高',
      speci: 'SPECI',
      overdue: '报文未按时',
      stop: '停工记录',
      'feed-lost': '数据线路中断',
      observed: '数据恢复接收',
      'channel-broken': '通道故障',
      test: '测试',
    },
    feed: { lightning: '闪电', reports: '报文' },
    wind: '{{mps}} m/s',
    metres: '{{m}} m',
    simulated: '模拟数据',
    simulatedTitle: '【模拟数据】{{title}}',
    localTime: '{{time}}（{{utc}} UTC）',
    struck: '闪电时间：{{time}}',
    struckAway: '闪电时间：{{time}}，距离 {{km}} km',
    perhaps: '定位误差约 {{errorKm}} km：可能在圈内，按圈内计。',
    arrival: '可能到达：{{time}}',
    raised: '发出时间：{{time}}',
    watched: '数据覆盖：最近 {{holdMin}} 分钟的 {{percent}}%',
    disclaimer: '仅供态势参考，不是预警系统。',
  },
}

/**
 * Key under `stage` of an alarm's sentence: "quiet" is never stated without its distance, which alarms of earlier
 * versions lack. Null for a work stop: its row has the words of levels.
 */
export function sentenceKey({ stage, details }: Pick<Alarm, 'stage' | 'details'>) {
  if (stage === 'stop') return null
  return stage === 'quiet' && details.ringKm === undefined ? 'quiet-rings' : stage
}
