/** The part of the renderer's interface that is used here. */
export interface Scalar {
  createApiReference(element: Element, configuration: object): unknown;
}

declare global {
  interface Window {
    Scalar?: Scalar;
  }
}

/** Loads the renderer, which is a file of this site. */
export async function loadScalar(base: string): Promise<Scalar> {
  if (!window.Scalar) await loadScript(`${base}scalar.js`);
  if (!window.Scalar) throw new Error('The reference could not be loaded: its script is missing.');
  return window.Scalar;
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded.`)));
    document.head.append(script);
  });
}
