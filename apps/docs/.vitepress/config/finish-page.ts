import { createHash } from 'node:crypto';

const scripts = new Map<string, string>();

/** Lets a page pass a policy that refuses everything inline. */
export function finishPage(html: string, base: string): string {
  // The one style attribute that the theme writes; its own script sets it again as soon as it matters.
  return moveScripts(html, base).replaceAll(' style="--vp-vh:0px;"', '');
}

/** The code of inline scripts, by the name of the file that it goes into. */
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
