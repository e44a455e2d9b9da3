import { describe, expect, it } from '@jest/globals';
import { withLocalDefaults } from '../src/start/local-defaults.js';

describe('the defaults of a local start', () => {
  it('counts requests in memory, since it is the only process with its own database', () => {
    expect(withLocalDefaults({}).RATE_LIMIT_STORE).toBe('memory');
  });

  it('counts in PostgreSQL if other processes may use the database', () => {
    const environment = { DATABASE_URL: 'postgres://u:p@db/parley' };
    expect(withLocalDefaults(environment).RATE_LIMIT_STORE).toBe('postgres');
  });

  it('allows webhooks to this machine only with its own database', () => {
    expect(withLocalDefaults({}).WEBHOOK_ALLOWED_CIDRS).toBe('127.0.0.0/8,::1/128');
    const environment = { DATABASE_URL: 'postgres://u:p@db/parley' };
    expect(withLocalDefaults(environment).WEBHOOK_ALLOWED_CIDRS).toBeUndefined();
  });

  it('allows pages of this machine to call the API only with its own database', () => {
    expect(withLocalDefaults({}).CORS_ORIGINS).toBe('loopback');
    const environment = { DATABASE_URL: 'postgres://u:p@db/parley' };
    expect(withLocalDefaults(environment).CORS_ORIGINS).toBeUndefined();
  });

  it('does not override variables that are set', () => {
    const environment = {
      CORS_ORIGINS: 'https://app.example.com',
      LOG_LEVEL: 'debug',
      RATE_LIMIT_STORE: 'postgres',
      WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8',
    };
    expect(withLocalDefaults(environment)).toEqual(environment);
  });
});
