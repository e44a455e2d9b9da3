import { renameStyleAttributes } from './rename-style-attributes.js';

/**
 * The reference renderer writes style elements and style attributes, which the content security policy of the site
 * refuses. The policy allows styles that are set through the object model, so this function converts what scripts
 * write. Markup of the page itself, and style elements in any markup, are still refused.
 */
export function keepStylesOutOfMarkup(): void {
  if (customElements.get(tagName)) return;
  customElements.define(tagName, AdoptedStyle);
  replaceStyleElements();
  replaceStyleAttributes();
  refuseCodeFromText();
}

const tagName = 'adopted-style';

/** Replaces a style element; its text is a style sheet of the document while the element exists. */
class AdoptedStyle extends HTMLElement {
  readonly #sheet = new CSSStyleSheet();
  readonly #observer = new MutationObserver(() => this.#read());

  connectedCallback(): void {
    this.hidden = true;
    this.#read();
    document.adoptedStyleSheets.push(this.#sheet);
    this.#observer.observe(this, { childList: true, characterData: true, subtree: true });
  }

  disconnectedCallback(): void {
    this.#observer.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }

  #read(): void {
    this.#sheet.replaceSync(this.textContent ?? '');
  }
}

function replaceStyleElements(): void {
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) =>
    create(name === 'style' ? tagName : name, options);
}

function replaceStyleAttributes(): void {
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function set(this: Element, name: string, value: string) {
    if (name === 'style' && this instanceof HTMLElement) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
  const innerHtml = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...innerHtml,
    set(this: Element, html: unknown) {
      innerHtml?.set?.call(this, renameStyleAttributes(String(html)));
      const written = this instanceof HTMLTemplateElement ? this.content : this;
      for (const element of written.querySelectorAll<HTMLElement>('[data-style]')) {
        element.style.cssText = element.dataset.style ?? '';
      }
    },
  });
}

/**
 * A library tests whether it may compile text to code, and works without it. The browser would report the test as a
 * violation of the policy.
 */
function refuseCodeFromText(): void {
  const refuse = (): never => {
    throw new EvalError('Compiling text to JavaScript is disabled on this page.');
  };
  window.Function = new Proxy(Function, { apply: refuse, construct: refuse });
}
