// A browser starts no worker from a file on disk, and the theme searches in one. There, the script of the worker runs in an iframe
// of the same page instead, with the few functions of a worker that it uses. A site that is served by http has workers.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      const inside = frame.contentWindow;
      // postMessage of the worker, called without a receiver, sends to the page.
      inside.postMessage = (data) => setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
      inside.importScripts = (...scripts) => scripts.reduce((before, src) => before.then(() => load(inside, src)), Promise.resolve());
      load(inside, new URL(url, document.baseURI)).then(() => {
        this.inside = inside;
        this.waiting.splice(0).forEach((data) => this.postMessage(data));
      });
      this.terminate = () => frame.remove();
    }

    postMessage(data) {
      if (!this.inside) this.waiting.push(data);
      else setTimeout(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };

  function load(inside, source) {
    return new Promise((done, failed) => {
      const script = inside.document.createElement("script");
      Object.assign(script, { src: source, onload: done, onerror: failed });
      inside.document.documentElement.append(script);
    });
  }
}
