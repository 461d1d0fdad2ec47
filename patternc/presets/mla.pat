# Latent attention: causal, with values of another size than keys, and the scale of a key of `own` + `rotary` numbers.
# In absorbed form there is one key head of `latent` + `rotary` numbers, whose first `latent` are the values.
# DeepSeek-AI, "DeepSeek-V2", arXiv 2405.04434; the sizes are those of it, of DeepSeek-V3 and of Kimi K2: 192 ** -0.5.
pattern mla(own=128, rotary=64, latent=512, scaling=0.07216878364870323) {
    require head_dim == own + rotary or head_dim == latent + rotary
    attend causal
    score scale(scaling)
}
