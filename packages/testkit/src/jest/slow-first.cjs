const { default: Sequencer } = require('@jest/test-sequencer');

const isSlow = ({ path }) => /\.(?:slow|long)\.test\.ts$/.test(path);

/** Starts the slow files first, so that none of them is left alone at the end of a run. */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => isSlow(other) - isSlow(one));
  }
};
