/* SHA-256 and HMAC; the keys have the size of a digest. */
#include "sha256.h"

#include <string.h>

static const uint32_t rounds[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2,
};

static uint32_t rotated(uint32_t value, int by) {
    return value >> by | value << (32 - by);
}

static void add_block(uint32_t *state, const unsigned char *block) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + w[i - 7] +
               (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t e = s[4], a = s[0];
        uint32_t one = s[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                       ((e & s[5]) ^ (~e & s[6])) + rounds[i] + w[i];
        uint32_t two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                       ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++) state[i] += s[i];
}

void sha256_start(Sha256 *hash) {
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(hash->state, first, sizeof first);
    hash->length = 0;
}

void sha256_add(Sha256 *hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    size_t used = hash->length % BLOCK_SIZE;
    hash->length += size;
    while (size) {
        if (!used && size >= BLOCK_SIZE) {
            add_block(hash->state, bytes);
            bytes += BLOCK_SIZE;
            size -= BLOCK_SIZE;
            continue;
        }
        size_t part = BLOCK_SIZE - used < size ? BLOCK_SIZE - used : size;
        memcpy(hash->block + used, bytes, part);
        bytes += part;
        size -= part;
        used += part;
        if (used < BLOCK_SIZE) return;
        add_block(hash->state, hash->block);
        used = 0;
    }
}

void sha256_end(Sha256 *hash, unsigned char *digest) {
    static const unsigned char padding[BLOCK_SIZE] = {0x80};
    uint64_t bits = hash->length * 8;
    size_t used = hash->length % BLOCK_SIZE;
    unsigned char length[8];
    for (int i = 0; i < 8; i++) length[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha256_add(hash, padding, (used < 56 ? 56 : 120) - used);
    sha256_add(hash, length, sizeof length);
    for (int i = 0; i < DIGEST_SIZE; i++)
        digest[i] = (unsigned char)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}

static void add_key(Sha256 *hash, const unsigned char *key, unsigned char mask) {
    unsigned char block[BLOCK_SIZE];
    for (int i = 0; i < BLOCK_SIZE; i++) block[i] = (i < DIGEST_SIZE ? key[i] : 0) ^ mask;
    sha256_add(hash, block, sizeof block);
}

void hmac_start(Sha256 *hash, const unsigned char *key) {
    sha256_start(hash);
    add_key(hash, key, 0x36);
}

void hmac_end(Sha256 *hash, const unsigned char *key, unsigned char *code) {
    unsigned char inner[DIGEST_SIZE];
    sha256_end(hash, inner);
    sha256_start(hash);
    add_key(hash, key, 0x5c);
    sha256_add(hash, inner, sizeof inner);
    sha256_end(hash, code);
}
