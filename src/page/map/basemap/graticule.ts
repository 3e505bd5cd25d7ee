import type { FeatureCollection, MultiLineString, Position } from 'geojson'

/** Meridians and parallels every `stepDeg`; meridians end one step short of the poles, where they would crowd. */
export function graticule(stepDeg: number): FeatureCollection<MultiLineString> {
  const top = 90 - stepDeg
  const lines: Position[][] = []
  // East from -180, without 180, which is the same line
  for (let lon = -180; lon < 180; lon += stepDeg) {
    lines.push([
      [lon, -top],
      [lon, top],
    ])
  }
  for (let lat = -top; lat <= top; lat += stepDeg) {
    lines.push([
      [-180, lat],
      [180, lat],
    ])
  }
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: lines } }],
  }
}
