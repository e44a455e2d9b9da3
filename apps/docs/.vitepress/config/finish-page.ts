import { createHash } from 'node:crypto';

const scripts = new Map<string, string>();

/** Removes inline scripts and styles from a page, since the content security policy refuses them. */
export function finishPage(html: string, base: string): string {
  // The only style attribute that the theme writes; its own script sets it again when it is needed.
  return moveScripts(html, base).replaceAll(' style="--vp-vh:0px;"', '');
}

/** Lists the code of inline scripts, by the name of the file to which it is moved. */
export function listMovedScripts(): ReadonlyMap<string, string> {
  return scripts;
}

function moveScripts(html: string, base: string): string {
  return html.replace(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs, (_, code: string) => {
    const name = `assets/inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
    scripts.set(name, code);
    return `<script src="${base}${name}"></script>`;
  });
}
