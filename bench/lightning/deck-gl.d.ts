/** Minimal types of deck.gl for the comparison, so that types are checked without its packages. */

declare module '@deck.gl/core' {
  export class MapView {
    constructor(props: { repeat: boolean })
  }

  export class Deck<View> {
    constructor(props: {
      parent: HTMLDivElement
      width: string
      height: string
      views: View
      initialViewState: { longitude: number; latitude: number; zoom: number }
      controller: boolean
      layers: object[]
      onBeforeRender(): void
      onAfterRender(): void
    })
    setProps(props: { layers: object[] }): void
    redraw(reason: string): void
  }
}

declare module '@deck.gl/extensions' {
  export class DataFilterExtension {
    constructor(options: { filterSize: number })
  }
}

declare module '@deck.gl/layers' {
  export class ScatterplotLayer {
    constructor(props: {
      id: string
      data: object
      radiusUnits: 'pixels'
      getRadius: number
      getFillColor: [number, number, number]
      extensions: object[]
      filterRange: [number, number]
    })
  }
}
