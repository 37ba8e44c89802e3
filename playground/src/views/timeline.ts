// The view "Timeline": the page that `posttask run --timeline` writes, in a frame.

import { byId } from '../dom.ts';
import type { TimelineData } from '../engine/protocol.ts';

/** The view. */
export class TimelineView {
  readonly #frame = byId('timeline-frame', HTMLIFrameElement);
  #data: TimelineData | null = null;

  constructor() {
    this.#frame.addEventListener('load', () => {
      if (this.#data !== null) this.#frame.contentWindow?.postMessage(this.#data, location.origin);
    });
  }

  /** Sets what is shown. */
  set(data: TimelineData): void {
    this.#data = data;
    byId('no-timeline', HTMLElement).hidden = true;
    if (!this.#frame.hidden) this.show();
  }

  /** Shows nothing until there is another run. */
  clear(): void {
    this.#data = null;
    this.#frame.hidden = true;
    byId('no-timeline', HTMLElement).hidden = false;
  }

  /** Called when the view is shown: the page in the frame adapts to its size when it starts. */
  show(): void {
    if (this.#data === null) return;
    this.#frame.hidden = false;
    // The page draws one timeline: another one needs it anew.
    this.#frame.src = `timeline.html?${Date.now()}`;
  }
}
