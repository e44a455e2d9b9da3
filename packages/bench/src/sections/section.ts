import type { Options } from '../options.js';
import type { Stage } from '../stage/start-stage.js';

/** Measures one thing on the stage and returns the figures as Markdown. */
export type RunSection = (stage: Stage, options: Options) => Promise<string>;
