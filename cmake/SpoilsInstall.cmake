# What `cmake --install` puts where:
#   bin/spoils  lib/libspoils.a (or .so)  lib/cmake/spoils/  lib/pkgconfig/spoils.pc  include/spoils/  share/spoils/packs/  share/spoils/workbench/  share/doc/spoils/
# and the completions of the program where bash, zsh and fish look for them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/spoils")

install(TARGETS spoils EXPORT spoilsTargets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/spoils" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h")
install(TARGETS spoils_simulate EXPORT spoilsSimulateTargets)
install(EXPORT spoilsSimulateTargets NAMESPACE spoils:: DESTINATION "${config_dir}")
install(TARGETS spoils_import EXPORT spoilsImportTargets)
install(EXPORT spoilsImportTargets NAMESPACE spoils:: DESTINATION "${config_dir}")
install(EXPORT spoilsTargets NAMESPACE spoils:: DESTINATION "${config_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/spoilsConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/spoilsConfig.cmake" INSTALL_DESTINATION "${config_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/spoilsConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/spoilsConfig.cmake" "${PROJECT_BINARY_DIR}/spoilsConfigVersion.cmake"
  DESTINATION "${config_dir}")

# For programs that are built without CMake. A static library needs that of C++; in C its linker does not add it.
set(SPOILS_PC_LIBS "$<$<NOT:$<BOOL:${BUILD_SHARED_LIBS}>>: -lstdc++ -lm>")
configure_file("${CMAKE_CURRENT_LIST_DIR}/spoils.pc.in" "${PROJECT_BINARY_DIR}/spoils.pc.in" @ONLY)
file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/spoils.pc" INPUT "${PROJECT_BINARY_DIR}/spoils.pc.in")
install(FILES "${PROJECT_BINARY_DIR}/spoils.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# The program looks for its packs in ../share/spoils/packs, seen from where it stands.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/packs/" DESTINATION "share/spoils/packs")
# And the page of `spoils workbench` in ../share/spoils/workbench; `make page` builds it, which needs Node.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/apps/workbench/dist/" DESTINATION "share/spoils/workbench" OPTIONAL)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

if(TARGET spoils_cli)
  install(TARGETS spoils_cli RUNTIME)
  if(TARGET spoils_mpi)
    install(TARGETS spoils_mpi RUNTIME)
  endif()

  # The program writes its own completions, so that they never lag behind its options.
  function(install_completion shell destination name)
    set(file "${PROJECT_BINARY_DIR}/completions/${name}")
    install(CODE "execute_process(COMMAND \"$<TARGET_FILE:spoils_cli>\" completion ${shell}
      OUTPUT_FILE \"${file}\" COMMAND_ERROR_IS_FATAL ANY)")
    install(FILES "${file}" DESTINATION "${destination}")
  endfunction()
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/completions")
  install_completion(bash share/bash-completion/completions spoils)
  install_completion(zsh share/zsh/site-functions _spoils)
  install_completion(fish share/fish/vendor_completions.d spoils.fish)
endif()
